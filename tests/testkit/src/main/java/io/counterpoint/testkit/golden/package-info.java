/**
 * Expectations kept as data. {@link io.counterpoint.testkit.golden.GoldenFiles} turns the JSON files under
 * {@code src/test/resources/golden} into tests, and rewrites their expectations when asked to.
 */
@NullMarked
package io.counterpoint.testkit.golden;

import org.jspecify.annotations.NullMarked;
