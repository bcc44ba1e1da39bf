package io.counterpoint.e2e.application.shop;

import com.mongodb.client.MongoClient;
import io.counterpoint.e2e.deployment.Clients;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.mongodb.MongoDatabaseFactory;
import org.springframework.data.mongodb.MongoTransactionManager;
import org.springframework.data.mongodb.config.AbstractMongoClientConfiguration;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.convert.MappingMongoConverter;
import org.springframework.data.mongodb.gridfs.GridFsTemplate;
import org.springframework.data.mongodb.repository.config.EnableMongoRepositories;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/** Wires the shop. Indexes are made from the entities at the start. */
@Configuration(proxyBeanMethods = false)
@EnableMongoRepositories
@EnableTransactionManagement
class ShopConfiguration extends AbstractMongoClientConfiguration {
    private final Store store;

    ShopConfiguration(Store store) {
        this.store = store;
    }

    /** Where the data is. */
    record Store(String uri, String database) {}

    @Override
    protected String getDatabaseName() {
        return store.database();
    }

    @Override
    protected boolean autoIndexCreation() {
        return true;
    }

    @Bean
    @Override
    public MongoClient mongoClient() {
        return Clients.connect(store.uri());
    }

    @Bean
    MongoTransactionManager transactionManager(MongoDatabaseFactory factory) {
        return new MongoTransactionManager(factory);
    }

    @Bean
    GridFsTemplate gridFsTemplate(MongoDatabaseFactory factory, MappingMongoConverter converter) {
        return new GridFsTemplate(factory, converter);
    }

    @Bean
    Receipts receipts(MongoTemplate template) {
        return new Receipts(template);
    }

    @Bean
    Checkout checkout(MongoTemplate template, OrderRepository orders, Receipts receipts) {
        return new Checkout(template, orders, receipts);
    }
}
