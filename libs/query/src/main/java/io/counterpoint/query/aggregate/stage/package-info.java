/**
 * The stages of aggregation pipelines, one class each, listed in {@link io.counterpoint.query.aggregate.stage.Stages}.
 * A stage parses its argument, runs, and says how it splits between shards and router.
 */
@NullMarked
package io.counterpoint.query.aggregate.stage;

import org.jspecify.annotations.NullMarked;
