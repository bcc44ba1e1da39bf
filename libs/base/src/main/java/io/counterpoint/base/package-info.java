/**
 * What every module stands on: errors, limits, time, chance, metrics and invariants.
 * {@link io.counterpoint.base.Environment} bundles what a process takes from outside.
 */
@NullMarked
package io.counterpoint.base;

import org.jspecify.annotations.NullMarked;
