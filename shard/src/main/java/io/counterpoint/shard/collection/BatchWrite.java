package io.counterpoint.shard.collection;

import io.counterpoint.cluster.name.Namespace;

/** Statements of one kind on one collection, as the write loop takes them. */
public sealed interface BatchWrite permits InsertWrite, UpdateWrite, DeleteWrite {
    /** The collection. */
    Namespace namespace();
}
