/**
 * What flows through a pipeline and what a stage is: {@link io.counterpoint.query.aggregate.flow.Stage} turns one
 * {@link io.counterpoint.query.aggregate.flow.DocumentIterator} into another, pulled from the end. Everything a stage
 * needs from outside comes through the port {@link io.counterpoint.query.aggregate.flow.PipelineEnvironment},
 * implemented by shards and routers.
 */
@NullMarked
package io.counterpoint.query.aggregate.flow;

import org.jspecify.annotations.NullMarked;
