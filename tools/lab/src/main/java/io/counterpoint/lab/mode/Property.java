package io.counterpoint.lab.mode;

import java.util.Locale;

/** What can be said about the numbers of a run. Each is judged by {@code verdict.Judge}. */
public enum Property {
    /** No shard stores a number twice. */
    UNIQUE_PER_SHARD("unique on each shard"),
    /** No number is stored twice anywhere in the cluster. */
    GLOBALLY_UNIQUE("unique in the whole cluster"),
    /** Generated numbers rise in the storage order of each shard. */
    MONOTONIC_PER_SHARD("rising on each shard"),
    /** A number is larger than every number that was acknowledged before it was asked for. */
    MONOTONIC("rising for everybody"),
    /** Every number between the first and the last is stored, within the mode's scope. */
    GAPLESS("without gaps"),
    /** Every acknowledged document is stored. */
    NOTHING_LOST("no acknowledged write lost"),
    /** No refused document is stored. */
    NOTHING_REVIVED("no refused write stored"),
    /** The client was told the number that is stored. */
    REPORTED_AS_STORED("clients told the stored number");

    private final String title;

    Property(String title) {
        this.title = title;
    }

    /** For people. */
    public String title() {
        return title;
    }

    /** As in options and files: {@code globally_unique}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
