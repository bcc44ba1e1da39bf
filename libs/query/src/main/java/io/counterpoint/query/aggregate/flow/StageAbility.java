package io.counterpoint.query.aggregate.flow;

/** What a stage may and must. */
public enum StageAbility {
    /** Brings its own documents instead of reading input, and so stands first. */
    SOURCE,
    /** Needs no collection: {@code aggregate: 1}. */
    WITHOUT_COLLECTION,
    /** Stands last: {@code $out}, {@code $merge}. */
    LAST,
    /** May stand inside {@code $facet}. */
    IN_FACET,
    /** May stand inside {@code $lookup} and {@code $unionWith}. */
    IN_LOOKUP,
    /** May stand in a pipeline that is an update. */
    IN_UPDATE,
    /** Runs, in part or whole, on shards. */
    ON_SHARDS,
    /** Accepted from a router only: a half of a stage that was split. */
    FROM_ROUTER,
    /** Has no place in a transaction: it writes by itself, or reads what has no snapshot. */
    OUTSIDE_TRANSACTIONS,
    /** Not part of the stable API, version 1. */
    UNSTABLE
}
