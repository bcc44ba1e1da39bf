package io.counterpoint.e2e.application.shop;

import java.util.List;
import org.bson.types.ObjectId;
import org.springframework.data.mongodb.repository.MongoRepository;

interface OrderRepository extends MongoRepository<Order, ObjectId> {
    List<Order> findByBranchOrderByNumber(String branch);

    List<Order> findByLinesSku(String sku);
}
