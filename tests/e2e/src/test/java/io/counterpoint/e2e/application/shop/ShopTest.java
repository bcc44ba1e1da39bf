package io.counterpoint.e2e.application.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.facet;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.group;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.lookup;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.match;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.newAggregation;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.project;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.sort;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.sortByCount;
import static org.springframework.data.mongodb.core.aggregation.Aggregation.unwind;
import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import com.mongodb.MongoWriteException;
import io.counterpoint.e2e.application.shop.Order.Line;
import io.counterpoint.e2e.deployment.OnEveryTarget;
import io.counterpoint.e2e.deployment.Target;
import io.counterpoint.e2e.deployment.TargetTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.aggregation.Aggregation;
import org.springframework.data.mongodb.core.aggregation.ArithmeticOperators;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.data.mongodb.gridfs.GridFsResource;
import org.springframework.data.mongodb.gridfs.GridFsTemplate;

/** Spring Data MongoDB: what its users do with it. */
@OnEveryTarget
final class ShopTest extends TargetTest {
    private final List<Customer> people = List.of(
            new Customer(null, "ada@example.org", "Ada", "London", 120),
            new Customer(null, "alan@example.org", "Alan", "London", 40),
            new Customer(null, "blaise@example.org", "Blaise", "Paris", 75),
            new Customer(null, "anders@example.org", "anders", "Oslo", 10),
            new Customer(null, "emmy@example.org", "Emmy", "Paris", 200));

    private AnnotationConfigApplicationContext shop;
    private CustomerRepository customers;
    private ProductRepository products;
    private OrderRepository orders;
    private MongoTemplate template;

    ShopTest(Target target) {
        super(target);
    }

    /**
     * What an operator prepares: the spread that makes the unique index hold everywhere, and the field that is
     * numbered.
     */
    @BeforeEach
    void openShop() {
        Document ofCustomers = new Document("create", "customers");
        Document ofOrders = new Document("create", "orders").append("autoincrement", "number");
        if (target.routed()) {
            ofCustomers.append("shardKey", new Document("email", "hashed"));
            ofOrders.append("shardKey", new Document("branch", "hashed"));
        }
        database.runCommand(ofCustomers);
        database.runCommand(ofOrders);

        shop = new AnnotationConfigApplicationContext();
        shop.registerBean(
                ShopConfiguration.Store.class, () -> new ShopConfiguration.Store(target.uri(), database.getName()));
        shop.register(ShopConfiguration.class);
        shop.refresh();
        customers = shop.getBean(CustomerRepository.class);
        products = shop.getBean(ProductRepository.class);
        orders = shop.getBean(OrderRepository.class);
        template = shop.getBean(MongoTemplate.class);
        customers.saveAll(people);
        products.insert(List.of(
                new Product("pen", "Pen", 250, 10, null),
                new Product("ink", "Ink", 900, 3, null),
                new Product("pad", "Pad", 400, 20, null)));
    }

    @AfterEach
    void closeShop() {
        shop.close();
    }

    private static List<String> names(Iterable<Customer> found) {
        List<String> names = new ArrayList<>();
        found.forEach(customer -> names.add(customer.name()));
        return names;
    }

    private int stock(String sku) {
        return products.findById(sku).orElseThrow().stock();
    }

    private Order sell(String email, Line... lines) {
        return shop.getBean(Checkout.class).sell(email, List.of(lines));
    }

    @Test
    void queriesAreDerivedFromNames() {
        assertThat(customers.findByEmail("emmy@example.org"))
                .hasValueSatisfying(emmy -> assertThat(emmy.points()).isEqualTo(200));
        assertThat(names(customers.findByCityOrderByNameAsc("Paris"))).containsExactly("Blaise", "Emmy");
        assertThat(names(customers.findByNameStartingWithIgnoreCase("A", Sort.by("points"))))
                .containsExactly("anders", "Alan", "Ada");
        assertThat(customers.countByCityIn(List.of("Oslo", "London", "Rome"))).isEqualTo(3);
        assertThat(customers.existsByEmail("ada@example.org")).isTrue();
        assertThat(customers.existsByEmail("eve@example.org")).isFalse();
        assertThat(customers.count()).isEqualTo(5);
    }

    @Test
    void queriesAreWritten() {
        assertThat(names(customers.inCityWithPoints("Paris", 75, 300))).containsExactly("Emmy", "Blaise");
        assertThat(names(customers.inCityWithPoints("Paris", 76, 300))).containsExactly("Emmy");
    }

    @Test
    void pagesAreSortedAndCounted() {
        Page<Customer> first = customers.findByPointsGreaterThanEqual(
                40, PageRequest.of(0, 3, Sort.by("points").descending()));
        Page<Customer> second = customers.findByPointsGreaterThanEqual(40, first.nextPageable());

        assertThat(names(first)).containsExactly("Emmy", "Ada", "Blaise");
        assertThat(names(second)).containsExactly("Alan");
        assertThat(first.getTotalElements()).isEqualTo(4);
        assertThat(first.getTotalPages()).isEqualTo(2);
        assertThat(second.hasNext()).isFalse();
    }

    @Test
    void repositoriesUpdateDeleteAndAggregate() {
        assertThat(customers.findAndIncrementPointsByCity("Paris", 5)).isEqualTo(2);
        assertThat(customers.deleteByCity("Oslo")).isEqualTo(1);

        assertThat(customers.totals()).containsExactly(new CityTotal("London", 2, 160), new CityTotal("Paris", 2, 285));
    }

    @Test
    void indexesAreMadeFromTheEntities() {
        assertThat(index("customers", "email"))
                .containsEntry("key", new Document("email", 1))
                .containsEntry("unique", true);
        assertThat(index("customers", "city_points"))
                .containsEntry("key", new Document("city", 1).append("points", -1));
        assertThat(index("visits", "month"))
                .containsEntry("key", new Document("at", 1))
                .extractingByKey("expireAfterSeconds")
                .hasToString("2592000");
    }

    private Document index(String collection, String name) {
        for (Document index : database.getCollection(collection).listIndexes()) {
            if (name.equals(index.getString("name"))) {
                return index;
            }
        }
        throw new AssertionError("no index " + name + " of " + collection);
    }

    @Test
    void aSecondCustomerOfOneAddressIsRefused() {
        assertThatThrownBy(() -> customers.insert(new Customer(null, "ada@example.org", "Eve", "Rome", 0)))
                .isInstanceOf(DuplicateKeyException.class)
                .hasMessageContaining("E11000 duplicate key error collection: " + namespace("customers")
                        + " index: email dup key: { email: \"ada@example.org\" }")
                .hasCauseInstanceOf(MongoWriteException.class);
        assertThat(customers.count()).isEqualTo(5);
    }

    @Test
    void theFirstOfTwoChangesWins() {
        Product mine = products.findById("pen").orElseThrow();
        Product theirs = products.findById("pen").orElseThrow();
        assertThat(mine.version()).isZero();

        assertThat(products.save(theirs.withStock(9)).version()).isEqualTo(1);

        assertThatThrownBy(() -> products.save(mine.withStock(0)))
                .isInstanceOf(OptimisticLockingFailureException.class);
        assertThat(products.findById("pen")).hasValue(new Product("pen", "Pen", 250, 9, 1L));
    }

    @Test
    void aCustomerIsReplaced() {
        Customer ada = customers.findByEmail("ada@example.org").orElseThrow();

        Customer saved = customers.save(new Customer(ada.id(), ada.email(), "Ada L.", "Paris", 1));

        assertThat(customers.findByEmail("ada@example.org")).hasValue(saved);
        assertThat(customers.count()).isEqualTo(5);
    }

    @Test
    void templatesUpdateAndUpsert() {
        assertThat(template.updateMulti(
                                query(where("points").lt(100)), new Update().set("city", "Bern"), Customer.class)
                        .getModifiedCount())
                .isEqualTo(3);
        assertThat(names(customers.findByCityOrderByNameAsc("Bern"))).containsExactly("Alan", "Blaise", "anders");

        Update visit = new Update().inc("count", 1).setOnInsert("first", "today");
        assertThat(template.upsert(query(where("_id").is("ada")), visit, "tallies")
                        .getUpsertedId())
                .isNotNull();
        assertThat(template.upsert(query(where("_id").is("ada")), visit, "tallies")
                        .getModifiedCount())
                .isEqualTo(1);
        assertThat(template.findById("ada", Document.class, "tallies"))
                .isEqualTo(new Document("_id", "ada").append("count", 2).append("first", "today"));
    }

    @Test
    void ordersAreNumberedByTheServerAndByTheShop() {
        sell("ada@example.org", new Line("pen", 1));
        sell("alan@example.org", new Line("pad", 1), new Line("pen", 2));
        sell("ada@example.org", new Line("ink", 1));

        assertThat(orders.findByBranchOrderByNumber(Checkout.BRANCH))
                .extracting(Order::number, Order::receipt, Order::email)
                .containsExactly(
                        tuple(1, 1, "ada@example.org"),
                        tuple(2, 2, "alan@example.org"),
                        tuple(3, 3, "ada@example.org"));
        assertThat(orders.findByLinesSku("pen")).extracting(Order::receipt).containsExactlyInAnyOrder(1, 2);
        assertThat(List.of(stock("pen"), stock("ink"), stock("pad"))).containsExactly(7, 2, 19);
    }

    @Test
    void aSaleThatFailsLeavesNothing() {
        sell("ada@example.org", new Line("pen", 1));

        assertThatThrownBy(() -> sell("alan@example.org", new Line("pen", 5), new Line("pad", 1), new Line("ink", 4)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("not enough of ink");

        assertThat(orders.count()).isEqualTo(1);
        assertThat(List.of(stock("pen"), stock("ink"), stock("pad"))).containsExactly(9, 3, 20);
        assertThat(template.findById("receipts", Document.class, "sequences"))
                .isEqualTo(new Document("_id", "receipts").append("last", 1));
    }

    @Test
    void linesAreJoinedWithTheirProducts() {
        sell("ada@example.org", new Line("pen", 2), new Line("ink", 1));
        sell("emmy@example.org", new Line("pen", 3));

        Aggregation turnover = newAggregation(
                match(where("branch").is(Checkout.BRANCH)),
                unwind("lines"),
                lookup("products", "lines.sku", "_id", "product"),
                unwind("product"),
                project("email")
                        .and("product.title")
                        .as("title")
                        .and(ArithmeticOperators.valueOf("product.cents").multiplyBy("lines.count"))
                        .as("cents"),
                group("title").sum("cents").as("cents").addToSet("email").as("buyers"),
                project("cents")
                        .and("buyers")
                        .size()
                        .as("buyers")
                        .and("_id")
                        .as("title")
                        .andExclude("_id"),
                sort(Sort.by("title")));

        assertThat(template.aggregate(turnover, Order.class, Document.class).getMappedResults())
                .containsExactly(
                        new Document("cents", 900).append("buyers", 1).append("title", "Ink"),
                        new Document("cents", 1250).append("buyers", 2).append("title", "Pen"));
    }

    @Test
    void facetsAnswerSeveralQuestionsAtOnce() {
        Aggregation questions = newAggregation(facet(sortByCount("city"), sort(Sort.by("_id")))
                .as("cities")
                .and(match(where("points").gte(100)), group().count().as("count"))
                .as("loyal"));

        Document answers =
                template.aggregate(questions, Customer.class, Document.class).getUniqueMappedResult();

        assertThat(answers)
                .isEqualTo(new Document(
                                "cities",
                                List.of(
                                        new Document("_id", "London").append("count", 2),
                                        new Document("_id", "Oslo").append("count", 1),
                                        new Document("_id", "Paris").append("count", 2)))
                        .append("loyal", List.of(new Document("_id", null).append("count", 2))));
    }

    @Test
    void filesAreStoredReadAndDeleted() throws IOException {
        GridFsTemplate files = shop.getBean(GridFsTemplate.class);
        byte[] picture = new byte[700_000];
        new Random(7).nextBytes(picture);

        ObjectId id =
                files.store(new ByteArrayInputStream(picture), "pen.png", "image/png", new Document("sku", "pen"));

        GridFsResource read = files.getResource("pen.png");
        try (InputStream content = read.getInputStream()) {
            assertThat(content.readAllBytes()).isEqualTo(picture);
        }
        assertThat(read.contentLength()).isEqualTo(picture.length);
        assertThat(read.getContentType()).isEqualTo("image/png");
        assertThat(database.getCollection("fs.chunks").countDocuments()).isEqualTo(3);
        assertThat(files.findOne(query(where("metadata.sku").is("pen"))))
                .satisfies(file -> assertThat(file.getObjectId()).isEqualTo(id));

        files.delete(query(where("_id").is(id)));

        assertThat(files.getResource("pen.png").exists()).isFalse();
        assertThat(database.getCollection("fs.chunks").countDocuments()).isZero();
    }
}
