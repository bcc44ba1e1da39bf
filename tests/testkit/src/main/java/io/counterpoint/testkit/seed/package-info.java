/**
 * Reproducible chance. {@link io.counterpoint.testkit.seed.Seeds} runs a property for many seeds and says how to run it
 * again for the one that failed; {@link io.counterpoint.testkit.seed.SeededRandom} is what it hands out.
 */
@NullMarked
package io.counterpoint.testkit.seed;

import org.jspecify.annotations.NullMarked;
