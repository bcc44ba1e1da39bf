package io.counterpoint.shard.collection;

import io.counterpoint.cluster.name.Namespace;
import org.jspecify.annotations.Nullable;

/** Statements of one kind on one collection, as the write loop takes them. */
public sealed interface BatchWrite permits InsertWrite, UpdateWrite, DeleteWrite {
    /** The collection. */
    Namespace namespace();

    /** What a router believes about it; null when the write came by the wire door. */
    @Nullable
    RoutingVersion expected();

    /** Whether nothing is done after a statement that fails. */
    boolean ordered();
}
