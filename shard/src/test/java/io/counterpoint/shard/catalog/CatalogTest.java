package io.counterpoint.shard.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.check.CorruptionException;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.MemoryStore;
import io.counterpoint.shard.storage.OverlayView;
import io.counterpoint.shard.storage.Store;
import io.counterpoint.shard.storage.StoreBatch;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class CatalogTest {
    private final Store store = new MemoryStore();
    private final OverlayView overlay = new OverlayView(store);

    @Test
    void rowsAreReadAsTheyWereWritten() {
        CollectionDescription orders = collection(7, "shop", "orders.open")
                .withOptions(BsonDocument.parse("{validator: {a: 1}}"))
                .withIndex(IndexDescription.fromSpec(
                                BsonDocument.parse(
                                        "{key: {a: -1, b: 'hashed'}, name: 'x', partialFilterExpression: {a: 1}, hidden: true}"))
                        .withId(9)
                        .withMultikeyFields(1))
                .withIndex(IndexDescription.uniqueOn("id").withId(10));
        CatalogRows.put(overlay, orders);
        CatalogRows.put(overlay, collection(8, "admin", "counters"));

        Catalog catalog = Catalog.load(overlay);

        assertThat(catalog.find(orders.namespace())).isEqualTo(orders);
        assertThat(catalog.find(orders.uuid())).isEqualTo(orders);
        assertThat(catalog.collections("shop").get(0).indexes().get(0).unique()).isTrue();
        assertThat(catalog.databases()).containsExactly("admin", "shop");
        assertThat(catalog.collections("shop")).containsExactly(orders);
        assertThat(catalog.collections("none")).isEmpty();

        CatalogRows.remove(overlay, orders.namespace());
        assertThat(Catalog.load(overlay).find(orders.uuid())).isNull();
    }

    @Test
    void changedCatalogLeavesTheOldOneAsItWas() {
        CollectionDescription orders = collection(1, "shop", "orders");
        Catalog before = Catalog.EMPTY.with(orders);
        Catalog renamed = before.with(orders.withNamespace(new Namespace("shop", "old")));
        assertThat(renamed.find(orders.namespace())).isNull();
        assertThat(renamed.collections("shop"))
                .extracting(found -> found.namespace().collection())
                .containsExactly("old");
        assertThat(before.find(orders.namespace())).isEqualTo(orders);
        assertThat(renamed.without(orders.uuid()).databases()).isEmpty();
    }

    @Test
    void numbersAreNeverGivenTwice() {
        assertThat(CatalogRows.nextCollectionId(overlay)).isEqualTo(1);
        assertThat(CatalogRows.nextCollectionId(overlay)).isEqualTo(2);
        assertThat(CatalogRows.nextIndexId(overlay)).isEqualTo(1);
        StoreBatch batch = store.newBatch();
        overlay.addTo(batch);
        store.write(batch);
        assertThat(CatalogRows.nextCollectionId(new OverlayView(store))).isEqualTo(3);
        assertThat(CatalogRows.nextIndexId(new OverlayView(store))).isEqualTo(2);
    }

    @Test
    void brokenRowIsNamed() {
        overlay.put(ColumnFamily.CATALOG, "shop.orders".getBytes(StandardCharsets.UTF_8), new byte[] {5, 0, 0, 0, 0});
        assertThatThrownBy(() -> Catalog.load(overlay))
                .isInstanceOf(CorruptionException.class)
                .hasMessageContaining("family catalog, key shop.orders");
    }

    @Test
    void readerSeesCatalogAndDataOfOneMoment() throws InterruptedException, ExecutionException, TimeoutException {
        CurrentCatalog current = new CurrentCatalog(Catalog.EMPTY);
        ExecutorService reader = Executors.newSingleThreadExecutor();
        try {
            CountDownLatch writing = new CountDownLatch(1);
            Future<Boolean> consistent = reader.submit(() -> {
                writing.await();
                CurrentCatalog.View view = current.view(store);
                boolean rowThere = view.snapshot().get(ColumnFamily.META, new byte[] {1}) != null;
                view.snapshot().close();
                return rowThere == !view.catalog().databases().isEmpty();
            });
            current.change(Catalog.EMPTY.with(collection(1, "shop", "orders")), () -> {
                StoreBatch batch = store.newBatch();
                batch.put(ColumnFamily.META, new byte[] {1}, new byte[0]);
                store.write(batch);
                writing.countDown();
                pause();
            });
            assertThat(consistent.get(5, TimeUnit.SECONDS)).isTrue();
        } finally {
            reader.shutdownNow();
        }
    }

    @Test
    void failedWriteLeavesTheCatalogAsItWas() {
        CurrentCatalog current = new CurrentCatalog(Catalog.EMPTY);
        assertThatThrownBy(() -> current.change(Catalog.EMPTY.with(collection(1, "shop", "orders")), () -> {
                    throw new IllegalStateException("disk full");
                }))
                .hasMessage("disk full");
        assertThat(current.get()).isSameAs(Catalog.EMPTY);
        CurrentCatalog.View view = current.view(store);
        assertThat(view.catalog()).isSameAs(Catalog.EMPTY);
        view.snapshot().close();
    }

    /** Long enough for a reader that does not wait to come in between. */
    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static CollectionDescription collection(int id, String database, String name) {
        return new CollectionDescription(
                id,
                new Namespace(database, name),
                new UUID(0, id),
                new BsonDocument(),
                List.of(IndexDescription.onId().withId(id)));
    }
}
