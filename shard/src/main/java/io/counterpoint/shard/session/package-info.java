/**
 * What a shard remembers of retryable writes. {@link io.counterpoint.shard.session.RetryableWrites} keeps the outcome
 * of each session's newest write in the very batch of the write, so that a write that is sent again is answered, not
 * done again, also after a crash. Called inside the write loop.
 */
@NullMarked
package io.counterpoint.shard.session;

import org.jspecify.annotations.NullMarked;
