package io.counterpoint.query.update;

/** The three forms of an update. */
public enum UpdateKind {
    /**
     * A whole document that takes the place of the old one; only {@code _id} stays. Cannot be used with {@code multi}.
     */
    REPLACEMENT,
    /** A document of update operators. */
    OPERATORS,
    /** An array of aggregation stages. */
    PIPELINE
}
