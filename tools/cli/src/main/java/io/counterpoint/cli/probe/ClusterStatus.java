package io.counterpoint.cli.probe;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a look at a cluster found. Everything in it was answered by a process over the wire protocol at about the same
 * time; nothing is remembered.
 *
 * @param router the router, null when a single shard was looked at
 * @param shards the shards in the order of their names
 * @param counters all rows of {@code admin.counters}, by {@code _id}
 * @param complete false when there are more counters than were read
 */
public record ClusterStatus(
        @Nullable ProcessStatus router, List<ProcessStatus> shards, List<CounterStatus> counters, boolean complete) {

    /** Copies the lists. */
    public ClusterStatus {
        shards = List.copyOf(shards);
        counters = List.copyOf(counters);
    }

    /** Whether every process answered. */
    public boolean answers() {
        return (router == null || router.answers()) && shards.stream().allMatch(ProcessStatus::answers);
    }

    /**
     * One process.
     *
     * @param name the shard's name, or {@code router}
     * @param uri its connection string
     * @param trouble why it gave no answer, null when it did
     */
    public record ProcessStatus(
            String name, String uri, @Nullable String trouble) {
        /** Whether it answered. */
        public boolean answers() {
            return trouble == null;
        }
    }

    /**
     * One sequence. Values are texts, since browsers cannot hold every 64-bit number; a value that somebody set to
     * something else is shown as Extended JSON.
     *
     * @param id {@code _id} of the row
     * @param collection namespace of the numbered collection
     * @param field the numbered field
     * @param router {@code last} in the router's single row, null when it shows none
     * @param shards {@code last} on each shard that has the row, by shard name
     */
    public record CounterStatus(
            String id,
            String collection,
            String field,
            @Nullable String router,
            Map<String, String> shards) {
        /** Copies the map. */
        public CounterStatus {
            shards = Map.copyOf(shards);
        }
    }
}
