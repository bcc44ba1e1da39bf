/**
 * Looks at running processes the way any client does, over the wire protocol: whether they answer, which shards a
 * router has, and what each shard's counters stand at beside the router's single row.
 * {@link io.counterpoint.cli.probe.ClusterProbe} is the entry; the HTTP pages and {@code up} use it.
 */
@NullMarked
package io.counterpoint.cli.probe;

import org.jspecify.annotations.NullMarked;
