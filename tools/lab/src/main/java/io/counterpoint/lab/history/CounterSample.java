package io.counterpoint.lab.history;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the counter stood at, asked at about one moment.
 *
 * @param atNanos since the start of the run
 * @param router {@code last} in the one row that {@code find} through the router shows, null when it showed none
 * @param shards {@code last} on each shard that answered, by name
 */
public record CounterSample(long atNanos, @Nullable Long router, Map<String, Long> shards) {
    /** Copies the map, in the order of names. */
    public CounterSample {
        shards = Collections.unmodifiableMap(new TreeMap<>(shards));
    }
}
