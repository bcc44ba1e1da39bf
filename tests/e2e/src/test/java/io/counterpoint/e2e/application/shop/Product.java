package io.counterpoint.e2e.application.shop;

import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * Something to buy.
 *
 * @param cents the price
 * @param version null until it is stored, then one more with every change
 */
@Document("products")
record Product(
        @Id String sku,
        String title,
        int cents,
        int stock,
        @Version @Nullable Long version) {
    Product withVersion(@Nullable Long version) {
        return new Product(sku, title, cents, stock, version);
    }

    Product withStock(int stock) {
        return new Product(sku, title, cents, stock, version);
    }
}
