package io.counterpoint.shard.sequence;

import io.counterpoint.base.metric.Metrics;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.sequence.declaration.AutoincrementOption;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.CurrentCatalog;
import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.storage.StoreCursor;
import io.counterpoint.shard.storage.StoreView;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonNumber;

/**
 * Shows where each counter of a shard stands, read from the rows when somebody looks; inserts do nothing for it. Any
 * thread.
 */
public final class SequenceMetrics {
    /** As many as a page of metrics can sensibly carry; the rest is not shown. */
    private static final int SEQUENCES_MAX = 1_000;

    private final CurrentCatalog catalog;
    private final StoreView store;
    private final MultiGauge last;

    private SequenceMetrics(CurrentCatalog catalog, StoreView store, Metrics metrics) {
        this.catalog = catalog;
        this.store = store;
        last = MultiGauge.builder("counterpoint.sequence.last")
                .description("last number of a counter, as its row says")
                .register(metrics.registry());
    }

    /** Shows the counters of a shard among its metrics from now on. */
    public static void register(CurrentCatalog catalog, StoreView store, Metrics metrics) {
        SequenceMetrics sequences = new SequenceMetrics(catalog, store, metrics);
        metrics.beforeLook(sequences::refresh);
    }

    private void refresh() {
        CollectionDescription counters = catalog.get().find(Namespace.COUNTERS);
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        if (counters != null) {
            try (StoreCursor cursor = Records.scan(store, counters.id(), false)) {
                while (rows.size() < SEQUENCES_MAX && cursor.next()) {
                    RawDocument row = RawDocument.of(cursor.value());
                    // A row that somebody changed by hand may hold anything.
                    if (row.get("_id") != null
                            && row.get("_id").isString()
                            && row.get(AutoincrementOption.ROW_LAST) instanceof BsonNumber number) {
                        Tags tags = Tags.of("sequence", row.getString("_id").getValue());
                        rows.add(MultiGauge.Row.of(tags, number.doubleValue()));
                    }
                }
            }
        }
        last.register(rows, true);
    }
}
