/**
 * Removes documents whose time has come. {@link io.counterpoint.shard.ttl.TtlMonitor} looks at all indexes with
 * {@code expireAfterSeconds} from time to time and hands what it finds to the write loop, in batches. Started and
 * stopped with the shard.
 */
@NullMarked
package io.counterpoint.shard.ttl;

import org.jspecify.annotations.NullMarked;
