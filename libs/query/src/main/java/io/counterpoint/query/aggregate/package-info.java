/**
 * Aggregation pipelines, free of I/O. {@link io.counterpoint.query.aggregate.Pipeline} parses the stages of a command,
 * runs them over an iterator of documents, and {@linkplain io.counterpoint.query.aggregate.Pipeline#split splits} them
 * between shards and router. What a stage is stands in {@link io.counterpoint.query.aggregate.flow}, the stages
 * themselves in {@link io.counterpoint.query.aggregate.stage}.
 */
@NullMarked
package io.counterpoint.query.aggregate;

import org.jspecify.annotations.NullMarked;
