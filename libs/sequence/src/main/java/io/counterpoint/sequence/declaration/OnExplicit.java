package io.counterpoint.sequence.declaration;

import java.util.Arrays;
import java.util.Optional;

/** What becomes of a counter when a document comes with a number of its own. */
public enum OnExplicit {
    /** The shard's counter moves beyond it. */
    RAISE("raise"),
    /** Every shard's counter moves beyond it. */
    BROADCAST("broadcast"),
    /** Nothing. */
    IGNORE("ignore"),
    /** The document is refused. */
    REJECT("reject");

    private final String wireName;

    OnExplicit(String wireName) {
        this.wireName = wireName;
    }

    /** The name in a declaration. */
    public String wireName() {
        return wireName;
    }

    /** The choice of a name. */
    public static Optional<OnExplicit> named(String name) {
        return Arrays.stream(values())
                .filter(choice -> choice.wireName.equals(name))
                .findFirst();
    }
}
