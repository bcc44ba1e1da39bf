package io.counterpoint.e2e.application.shop;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import java.util.List;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.transaction.annotation.Transactional;

/** Sells: takes from the stock and stores the order, all of it or nothing. */
class Checkout {
    static final String BRANCH = "main";

    private final MongoTemplate template;
    private final OrderRepository orders;
    private final Receipts receipts;

    Checkout(MongoTemplate template, OrderRepository orders, Receipts receipts) {
        this.template = template;
        this.orders = orders;
        this.receipts = receipts;
    }

    /**
     * Sells.
     *
     * @throws IllegalStateException when there is not enough of a product; then nothing was sold
     */
    @Transactional
    Order sell(String email, List<Order.Line> lines) {
        Order stored = orders.insert(new Order(null, BRANCH, null, receipts.next(), email, lines));
        for (Order.Line line : lines) {
            long taken = template.updateFirst(
                            query(where("sku").is(line.sku()).and("stock").gte(line.count())),
                            new Update().inc("stock", -line.count()),
                            Product.class)
                    .getModifiedCount();
            if (taken != 1) {
                throw new IllegalStateException("not enough of " + line.sku());
            }
        }
        return stored;
    }
}
