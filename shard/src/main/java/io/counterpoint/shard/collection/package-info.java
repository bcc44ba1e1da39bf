/**
 * Documents of a collection as the write loop changes them. {@link io.counterpoint.shard.collection.CollectionWriter}
 * stores, replaces and removes one document with its index entries and its numbers; the {@code …Writes} classes are the
 * handlers of insert, update and delete; {@link io.counterpoint.shard.collection.CatalogWrites} creates and drops what
 * holds documents.
 */
@NullMarked
package io.counterpoint.shard.collection;

import org.jspecify.annotations.NullMarked;
