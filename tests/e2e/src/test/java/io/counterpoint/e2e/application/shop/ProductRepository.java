package io.counterpoint.e2e.application.shop;

import org.springframework.data.mongodb.repository.MongoRepository;

interface ProductRepository extends MongoRepository<Product, String> {}
