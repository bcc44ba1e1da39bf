/**
 * Versions of chunks: what tells a stale routing table from a fresh one.
 * {@link io.counterpoint.cluster.version.ChunkVersion} is the one class.
 */
@NullMarked
package io.counterpoint.cluster.version;

import org.jspecify.annotations.NullMarked;
