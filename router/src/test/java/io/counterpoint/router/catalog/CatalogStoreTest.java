package io.counterpoint.router.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.chunk.InitialChunks;
import io.counterpoint.cluster.chunk.RoutingTable;
import io.counterpoint.cluster.key.ShardKeyPattern;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.router.fake.FakeCluster;
import java.util.List;
import java.util.UUID;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class CatalogStoreTest {
    private static final Namespace NAMESPACE = new Namespace("db", "c");

    private final FakeCluster cluster = new FakeCluster(3, 5);
    private final FakeCluster.Router router = cluster.router("r1:1");
    private final CatalogStore store = router.catalog().store();

    private CollectionRouting routing(Namespace namespace, UUID uuid, String key) {
        ShardKeyPattern pattern = ShardKeyPattern.parse(BsonDocument.parse(key));
        return CollectionRouting.of(
                namespace,
                uuid,
                RoutingTable.of(pattern, InitialChunks.cut(pattern, cluster.names(), "s1")),
                false,
                false,
                Collation.parse(BsonDocument.parse("{locale: 'en', strength: 2}")));
    }

    @Test
    void whatIsPutCanBeReadBack() {
        CollectionRouting routing = routing(NAMESPACE, new UUID(1, 2), "{'a.b': 'hashed', c: 1}");

        cluster.await(store.putCollection(routing));
        cluster.await(store.putCollection(routing));

        CollectionRouting read = cluster.await(store.collection(NAMESPACE)).orElseThrow();
        assertThat(read.uuid()).isEqualTo(routing.uuid());
        assertThat(read.pattern()).isEqualTo(routing.pattern());
        assertThat(read.collation()).isEqualTo(routing.collation());
        assertThat(read.table().chunks()).isEqualTo(routing.table().chunks());
        assertThat(cluster.shard(0).documents("config.chunks")).hasSize(6);
    }

    @Test
    void rowsLookAsMongoDbLaysThemOut() {
        cluster.await(store.putCollection(routing(NAMESPACE, new UUID(1, 2), "{_id: 'hashed'}")));
        cluster.await(store.ensureDatabase("db", cluster.names()));

        RawDocument collection =
                cluster.shard(0).documents("config.collections").get(0);
        assertThat(collection.keySet())
                .startsWith("_id", "lastmodEpoch", "lastmod", "timestamp", "uuid", "key", "unique", "noBalance");
        RawDocument chunk = cluster.shard(0).documents("config.chunks").get(0);
        assertThat(chunk.keySet())
                .containsExactly("_id", "uuid", "min", "max", "shard", "lastmod", "onCurrentShardSince", "history");
        assertThat(chunk.getDocument("min")).isEqualTo(BsonDocument.parse("{_id: {$minKey: 1}}"));
        RawDocument database = cluster.shard(0).documents("config.databases").get(0);
        assertThat(database.keySet()).containsExactly("_id", "primary", "partitioned", "version");
    }

    @Test
    void manyCollectionsAreReadToTheEnd() {
        for (int i = 0; i < 250; i++) {
            cluster.await(
                    store.putCollection(routing(new Namespace("db", "c" + i), new UUID(7, i), "{_id: 'hashed'}")));
        }
        cluster.await(store.putCollection(routing(new Namespace("db2", "c"), new UUID(8, 8), "{_id: 'hashed'}")));

        assertThat(cluster.await(store.collectionsOf("db"))).hasSize(250);
        assertThat(cluster.await(store.allCollections())).hasSize(251);
    }

    @Test
    void newDatabasesGoWhereTheFewestAre() {
        List<String> primaries = List.of(
                cluster.await(store.ensureDatabase("d1", cluster.names())),
                cluster.await(store.ensureDatabase("d2", cluster.names())),
                cluster.await(store.ensureDatabase("d3", cluster.names())),
                cluster.await(store.ensureDatabase("d2", cluster.names())));

        assertThat(primaries).containsExactly("s1", "s2", "s3", "s2");
    }

    @Test
    void aDropDeletesOnlyWhatItMeans() {
        cluster.await(store.putCollection(routing(NAMESPACE, new UUID(1, 2), "{_id: 'hashed'}")));

        cluster.await(store.deleteCollection(NAMESPACE, new UUID(9, 9)));
        assertThat(cluster.await(store.collection(NAMESPACE))).isPresent();

        cluster.await(store.deleteCollection(NAMESPACE, new UUID(1, 2)));
        assertThat(cluster.await(store.collection(NAMESPACE))).isEmpty();
    }

    @Test
    void whatIsThereIsRememberedAndWhatIsNotIsAskedForEachTime() {
        ClusterCatalog catalog = router.catalog();
        assertThat(cluster.await(catalog.routing(NAMESPACE))).isEmpty();
        cluster.await(store.putCollection(routing(NAMESPACE, new UUID(1, 2), "{_id: 'hashed'}")));
        assertThat(cluster.await(catalog.routing(NAMESPACE))).isPresent();
        cluster.shard(0).received().clear();

        assertThat(cluster.await(catalog.routing(NAMESPACE))).isPresent();
        assertThat(cluster.shard(0).received()).isEmpty();
        catalog.forget(NAMESPACE);
        assertThat(cluster.await(catalog.routing(NAMESPACE))).isPresent();
        assertThat(cluster.shard(0).received()).isNotEmpty();
    }
}
