/**
 * Batches of writes that reach several shards: ordered ones keep their meaning, unordered ones go on, and one that is
 * sent twice has one effect.
 */
@NullMarked
package io.counterpoint.e2e.batch;

import org.jspecify.annotations.NullMarked;
