package io.counterpoint.query.aggregate.flow;

import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * One update that {@code $merge} asks for; the fields are those of an update statement.
 *
 * @param q equality on the fields of {@code on}
 * @param u replacement, operators or pipeline
 * @param c variables of a pipeline update; empty for none
 * @param upsert whether to insert when nothing matches
 * @param upsertSupplied whether the document to insert is {@code c.new} instead of what {@code u} makes
 */
public record MergeStatement(BsonDocument q, BsonValue u, BsonDocument c, boolean upsert, boolean upsertSupplied) {}
