package io.counterpoint.router.merge;

import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.sort.SortPattern;
import io.counterpoint.router.rpc.ShardCursor;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** What is at hand of one shard's result. Used by one thread at a time. */
final class MergeInput {
    /** A batch is low when so many times the rest of it is no more than the whole. */
    private static final int LOW_PARTS = 4;

    private final SortPattern order;
    private ShardCursor cursor;
    private int position;
    private BsonValue @Nullable [] headKey;

    /**
     * A result.
     *
     * @param order what heads of several inputs are compared by
     */
    MergeInput(ShardCursor cursor, SortPattern order) {
        this.cursor = cursor;
        this.order = order;
    }

    /** Whether a document is at hand. */
    boolean hasHead() {
        return position < cursor.batch().size();
    }

    /** Whether nothing is at hand but the shard has more. */
    boolean isDry() {
        return !hasHead() && !cursor.exhausted();
    }

    /** Whether the shard has more and most of what it gave last is used up. */
    boolean isLow() {
        return !cursor.exhausted()
                && (cursor.batch().size() - position) * LOW_PARTS
                        <= cursor.batch().size();
    }

    /** Whether nothing is at hand and the shard has no more. */
    boolean isOver() {
        return !hasHead() && cursor.exhausted();
    }

    /** The next document, left in place. */
    RawDocument head() {
        return cursor.batch().get(position);
    }

    /** What the next document is compared by; computed once per document. */
    BsonValue[] headKey() {
        BsonValue[] known = headKey;
        if (known == null) {
            known = order.key(head());
            headKey = known;
        }
        return known;
    }

    /** Takes the next document. */
    RawDocument take() {
        headKey = null;
        return cursor.batch().get(position++);
    }

    ShardCursor cursor() {
        return cursor;
    }

    /** Puts the shard's next batch behind what is at hand. */
    void refill(ShardCursor next) {
        if (hasHead()) {
            List<RawDocument> joined = new ArrayList<>(
                    cursor.batch().subList(position, cursor.batch().size()));
            joined.addAll(next.batch());
            cursor = new ShardCursor(next.shard(), next.id(), next.namespace(), joined);
        } else {
            cursor = next;
        }
        position = 0;
        headKey = null;
    }
}
