/**
 * Random aggregation pipelines, with what is known about the order of their results: see
 * {@link io.counterpoint.testkit.pipeline.RandomPipelines}.
 */
@NullMarked
package io.counterpoint.testkit.pipeline;

import org.jspecify.annotations.NullMarked;
