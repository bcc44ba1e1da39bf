/** The words router and shard share: names, shard keys, chunks, versions. Immutable, no I/O. */
@NullMarked
package io.counterpoint.cluster;

import org.jspecify.annotations.NullMarked;
