package io.counterpoint.query.aggregate.flow;

import io.counterpoint.query.QueryContext;
import io.counterpoint.query.memory.StageMemory;

/**
 * What a running pipeline has around it.
 *
 * @param database of the command
 * @param collection of the command; empty for {@code aggregate: 1}
 * @param query time and variables
 * @param environment everything outside of the documents that flow through
 * @param memory what each blocking stage may hold
 */
public record StageContext(
        String database, String collection, QueryContext query, PipelineEnvironment environment, StageMemory memory) {}
