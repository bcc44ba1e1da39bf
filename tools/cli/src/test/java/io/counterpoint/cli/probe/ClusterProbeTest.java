package io.counterpoint.cli.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.cli.probe.ClusterStatus.CounterStatus;
import java.io.IOException;
import java.util.Map;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

final class ClusterProbeTest {
    private static final String SHARD_ROWS = """
            {_id: "shop.orders.id", collection: "shop.orders", field: "id", last: 7},
            {_id: "shop.bills.no", collection: "shop.bills", field: "no", last: "seven"}""";

    @Test
    void everyShardStandsBesideTheRoutersRow() throws IOException {
        try (ScriptedServer shard = ScriptedServer.start(command -> rows(SHARD_ROWS));
                ScriptedServer router = ScriptedServer.start(command -> rows("""
                        {_id: "shop.orders.id", collection: "shop.orders", field: "id", last: {$numberLong: "12"}}"""))) {
            Map<String, Address> shards = Map.of("b", shard.address(), "a", shard.address());

            ClusterStatus status =
                    ClusterProbe.ofCluster(router.address(), shards).look();

            assertThat(status.answers()).isTrue();
            assertThat(status.complete()).isTrue();
            assertThat(status.shards())
                    .extracting(ClusterStatus.ProcessStatus::name)
                    .containsExactly("a", "b");
            assertThat(status.counters())
                    .containsExactly(
                            new CounterStatus(
                                    "shop.bills.no", "shop.bills", "no", null, Map.of("a", "seven", "b", "seven")),
                            new CounterStatus("shop.orders.id", "shop.orders", "id", "12", Map.of("a", "7", "b", "7")));
        }
    }

    @Test
    void aRouterIsAskedForItsShards() throws IOException {
        try (ScriptedServer shard = ScriptedServer.start(command -> rows(SHARD_ROWS));
                ScriptedServer router = ScriptedServer.start(command -> command.containsKey("listShards")
                        ? BsonDocument.parse("{shards: [{_id: 'north', host: 'rs/"
                                + shard.address().hostAndPort() + "'}], ok: 1}")
                        : rows(""))) {
            ClusterStatus status = ClusterProbe.ofRouter(router.address()).look();

            assertThat(status.shards())
                    .singleElement()
                    .satisfies(found -> assertThat(found.name()).isEqualTo("north"));
            assertThat(status.counters()).hasSize(2);
        }
    }

    @Test
    void aRefusalAndASilenceAreTroubleOfThatProcessAlone() throws IOException {
        Address nobody;
        try (ScriptedServer gone = ScriptedServer.start(command -> rows(""))) {
            nobody = gone.address();
        }
        try (ScriptedServer refusing = ScriptedServer.start(
                command -> BsonDocument.parse("{ok: 0, code: 13, errmsg: 'not authorized on admin'}"))) {
            ClusterStatus status = ClusterProbe.ofCluster(
                            refusing.address(), Map.of("a", nobody, "b", refusing.address()))
                    .look();

            assertThat(status.answers()).isFalse();
            assertThat(status.router())
                    .extracting(ClusterStatus.ProcessStatus::trouble)
                    .isEqualTo("not authorized on admin");
            assertThat(status.shards().get(0).trouble()).contains("refused");
            assertThat(status.shards().get(1).trouble()).isEqualTo("not authorized on admin");
        }
    }

    private static BsonDocument rows(String rows) {
        return BsonDocument.parse("{cursor: {id: 0, ns: 'admin.counters', firstBatch: [" + rows + "]}, ok: 1}");
    }
}
