/**
 * Documents and the entries that indexes have for them, as keys and values of the store.
 * {@link io.counterpoint.shard.index.IndexKeys} says which entries a document has,
 * {@link io.counterpoint.shard.index.IndexEntries} keeps them in step with the documents,
 * {@link io.counterpoint.shard.index.Records} is where documents are. Written by the write loop through an overlay;
 * read by {@code shard.plan}. {@code docs/storage-layout.md} has the bytes.
 */
@NullMarked
package io.counterpoint.shard.index;

import org.jspecify.annotations.NullMarked;
