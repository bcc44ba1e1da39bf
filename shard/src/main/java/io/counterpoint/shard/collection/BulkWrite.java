package io.counterpoint.shard.collection;

import io.counterpoint.shard.session.RetryKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Operations of all kinds on several collections, as the write loop takes them. Immutable.
 *
 * @param parts neighbouring operations of one kind on one collection, in order; their own retry keys do not count
 * @param ordered whether the first error ends it
 * @param retry names it as a retryable write, its statements being the operations; null when it is none
 */
public record BulkWrite(
        List<Part> parts, boolean ordered, @Nullable RetryKey retry) {
    /**
     * Some operations.
     *
     * @param first position of the first of them in the command
     */
    public record Part(int first, BatchWrite write) {}
}
