package io.counterpoint.router.ddl;

import java.util.Locale;

/** How far a change has come; says what has to be done with it when its router is gone. */
enum DdlPhase {
    /** Nothing was done: forget it. */
    CHECKING,
    /** Something may have been done on shards: undo it. */
    PREPARING,
    /** It is decided: finish it. */
    COMMITTING;

    /** The word in the row. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static DdlPhase of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
