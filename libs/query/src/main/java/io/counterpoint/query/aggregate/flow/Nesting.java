package io.counterpoint.query.aggregate.flow;

/** Where a pipeline stands, which decides what it may hold. */
public enum Nesting {
    /** The pipeline of an {@code aggregate} command. */
    NONE,
    /** One of the pipelines of a {@code $facet}. */
    FACET,
    /** The pipeline of a {@code $lookup}. */
    LOOKUP,
    /** The pipeline of a {@code $unionWith}. */
    UNION_WITH,
    /** A pipeline that is an update. */
    UPDATE
}
