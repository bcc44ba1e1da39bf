/**
 * Assertions that are on in production: {@link io.counterpoint.base.check.Invariants} for requests,
 * {@link io.counterpoint.base.check.CorruptionException} for stored data.
 */
@NullMarked
package io.counterpoint.base.check;

import org.jspecify.annotations.NullMarked;
