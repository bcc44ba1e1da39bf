/**
 * What the router knows of the cluster: shards, databases, and how collections are spread. The truth is the
 * {@code config} database on the first shard, laid out as MongoDB lays it out;
 * {@link io.counterpoint.router.catalog.ClusterCatalog} reads and caches it,
 * {@link io.counterpoint.router.catalog.CatalogStore} knows its rows,
 * {@link io.counterpoint.router.catalog.ClusterMembership} introduces the router and the shards to one another.
 */
@NullMarked
package io.counterpoint.router.catalog;

import org.jspecify.annotations.NullMarked;
