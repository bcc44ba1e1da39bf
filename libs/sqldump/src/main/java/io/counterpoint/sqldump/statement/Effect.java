package io.counterpoint.sqldump.statement;

import io.counterpoint.sqldump.row.RowTarget;

/** What a statement was good for. */
public sealed interface Effect {
    /** It changed the schema. */
    enum Applied implements Effect {
        /** The only one. */
        INSTANCE
    }

    /**
     * It carries no data and no key, and was left out.
     *
     * @param what the kind of statement, to count by
     */
    record Skipped(String what) implements Effect {}

    /**
     * Lines of COPY follow.
     *
     * @param target where they go
     */
    record CopyFollows(RowTarget target) implements Effect {}
}
