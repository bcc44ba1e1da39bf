package io.counterpoint.query.aggregate.flow;

import io.counterpoint.query.QueryContext;

/**
 * What a running pipeline has around it.
 *
 * @param database of the command
 * @param collection of the command; empty for {@code aggregate: 1}
 * @param query time and variables
 * @param environment everything outside of the documents that flow through
 * @param memoryBytesMax what one blocking stage may hold, in bytes
 */
public record StageContext(
        String database, String collection, QueryContext query, PipelineEnvironment environment, long memoryBytesMax) {}
