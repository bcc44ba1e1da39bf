/**
 * Names that router and shard share. {@link io.counterpoint.cluster.name.Namespace} checks and carries the name of a
 * collection.
 */
@NullMarked
package io.counterpoint.cluster.name;

import org.jspecify.annotations.NullMarked;
