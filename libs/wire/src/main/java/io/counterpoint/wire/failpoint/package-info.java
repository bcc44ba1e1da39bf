/**
 * Failures on demand, for tests of drivers and applications. {@link io.counterpoint.wire.failpoint.FailPoints} is asked
 * by the command dispatcher about every command of a client and set by {@code configureFailPoint}, which exists in
 * processes that were started for tests only.
 */
@NullMarked
package io.counterpoint.wire.failpoint;

import org.jspecify.annotations.NullMarked;
