/**
 * Chance as something handed in, and the identifiers drawn from it. Entry classes are
 * {@link io.counterpoint.base.random.RandomSource} and {@link io.counterpoint.base.random.ObjectIds}.
 */
@NullMarked
package io.counterpoint.base.random;

import org.jspecify.annotations.NullMarked;
