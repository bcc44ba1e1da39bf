/**
 * What a shard knows of its collections: {@link io.counterpoint.shard.catalog.CollectionDescription} and
 * {@link io.counterpoint.shard.catalog.IndexDescription} are values, {@link io.counterpoint.shard.catalog.Catalog}
 * holds them all at one moment, and {@link io.counterpoint.shard.catalog.CurrentCatalog} gives readers that moment
 * together with a snapshot of the store. Changed by the write loop only, as rows of the CATALOG and META families in
 * the batch of the command that asked for it.
 */
@NullMarked
package io.counterpoint.shard.catalog;

import org.jspecify.annotations.NullMarked;
