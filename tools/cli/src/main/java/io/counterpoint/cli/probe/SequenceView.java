package io.counterpoint.cli.probe;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One sequence from all sides at about one moment. Numbers are texts, since browsers cannot hold every 64-bit number.
 *
 * @param id {@code _id} of its row in {@code admin.counters}
 * @param collection namespace of the numbered collection
 * @param field the numbered field
 * @param router {@code last} in the router's single row, null when there is none
 * @param shards each shard's part, by name
 * @param collisions numbers that are stored more than once, null when there are too many documents to look
 */
public record SequenceView(
        String id,
        String collection,
        String field,
        @Nullable String router,
        List<ShardPart> shards,
        @Nullable Collisions collisions) {

    /** Copies the list. */
    public SequenceView {
        shards = List.copyOf(shards);
    }

    /**
     * What one shard has of it.
     *
     * @param last its counter, null when it has none or does not answer
     * @param documents how many it stores
     * @param chunks how many chunks it owns
     * @param newest the newest documents, the last one first
     * @param trouble why it gave no answer, null when it did
     */
    public record ShardPart(
            String name,
            @Nullable String last,
            long documents,
            long chunks,
            List<Numbered> newest,
            @Nullable String trouble) {
        /** Copies the list. */
        public ShardPart {
            newest = List.copyOf(newest);
        }
    }

    /**
     * A document with its number.
     *
     * @param key its {@code _id} as text
     * @param number as text
     */
    public record Numbered(String key, String number) {}

    /**
     * Numbers that are stored more than once.
     *
     * @param values how many such numbers there are
     * @param examples the highest of them
     */
    public record Collisions(long values, List<Collision> examples) {
        /** Copies the list. */
        public Collisions {
            examples = List.copyOf(examples);
        }
    }

    /** A number and the shards that store it. */
    public record Collision(String number, List<String> shards) {
        /** Copies the list. */
        public Collision {
            shards = List.copyOf(shards);
        }
    }
}
