package io.counterpoint.lab.mode;

import static io.counterpoint.lab.mode.Property.GAPLESS;
import static io.counterpoint.lab.mode.Property.GLOBALLY_UNIQUE;
import static io.counterpoint.lab.mode.Property.MONOTONIC;
import static io.counterpoint.lab.mode.Property.MONOTONIC_PER_SHARD;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A way of numbering that an experiment can use: a mode of the cluster, or a baseline, which is what applications do by
 * themselves. What a mode promises holds for generated numbers, faults included; every mode also promises
 * {@link #ALWAYS}.
 */
public enum NumberingMode {
    /** Each shard counts for itself. */
    PER_SHARD(Where.SHARD, Scope.SHARD, "each shard counts for itself", MONOTONIC_PER_SHARD, GAPLESS),
    /** Each shard owns one residue class. */
    STRIDED(Where.SHARD, Scope.SHARD, "each shard owns one residue class", GLOBALLY_UNIQUE, MONOTONIC_PER_SHARD),
    /** Blocks of numbers are leased and handed out from memory. */
    BLOCK(Where.SHARD, Scope.CLUSTER, "blocks are leased and handed out from memory", GLOBALLY_UNIQUE),
    /** One owner hands out every number. */
    CENTRAL(Where.SHARD, Scope.CLUSTER, "one owner hands out every number", GLOBALLY_UNIQUE, MONOTONIC),
    /** The number is taken inside the insert's transaction. */
    GAPLESS_MODE(
            Where.SHARD, Scope.CLUSTER, "the number is part of the insert's transaction", GLOBALLY_UNIQUE, GAPLESS),
    /** The shard's number stands in the high bits. */
    RANGE_ENCODED(Where.SHARD, Scope.SHARD, "the shard stands in the high bits", GLOBALLY_UNIQUE, MONOTONIC_PER_SHARD),
    /** The bits of a counter, turned around. */
    BIT_REVERSED(Where.SHARD, Scope.NONE, "the bits of a counter, turned around", GLOBALLY_UNIQUE),
    /** Hash bits above a counter. */
    SCATTERED(Where.SHARD, Scope.NONE, "hash bits above a counter", GLOBALLY_UNIQUE),
    /** Time, worker and a small counter. */
    SNOWFLAKE(Where.SHARD, Scope.NONE, "time, worker and a small counter", GLOBALLY_UNIQUE),
    /** Baseline: the application increments a document of its own with findAndModify. */
    APP_COUNTER(
            Where.CLIENT, Scope.CLUSTER, "the application increments a counter document", GLOBALLY_UNIQUE, MONOTONIC),
    /** Baseline: the application takes the highest number plus one and tries again when it is taken. */
    OPTIMISTIC_LOOP(Where.CLIENT, Scope.CLUSTER, "the application takes the highest number plus one"),
    /** Baseline: no number at all. */
    OBJECTID(Where.NOWHERE, Scope.NONE, "no number, only the ObjectId of _id");

    /** What holds in every mode. */
    public static final Set<Property> ALWAYS = EnumSet.of(
            Property.UNIQUE_PER_SHARD, Property.NOTHING_LOST, Property.NOTHING_REVIVED, Property.REPORTED_AS_STORED);

    /** Who makes the number. */
    public enum Where {
        /** The shard that stores the document, or the owner it asks. */
        SHARD,
        /** The client, with more commands. */
        CLIENT,
        /** Nobody. */
        NOWHERE
    }

    /** In which set of documents the numbers are meant to lie close. */
    public enum Scope {
        /** Among those of one shard. */
        SHARD,
        /** Among all. */
        CLUSTER,
        /** They are not. */
        NONE
    }

    private final Where where;
    private final Scope scope;
    private final String meaning;

    @SuppressWarnings("ImmutableEnumChecker") // filled by the constructor and only copied from then on
    private final EnumSet<Property> promises;

    NumberingMode(Where where, Scope scope, String meaning, Property... promises) {
        this.where = where;
        this.scope = scope;
        this.meaning = meaning;
        this.promises = EnumSet.noneOf(Property.class);
        this.promises.addAll(Arrays.asList(promises));
    }

    /** Who makes the number. */
    public Where where() {
        return where;
    }

    /** Where gaps are looked for. */
    public Scope scope() {
        return scope;
    }

    /** In half a line, for people. */
    public String meaning() {
        return meaning;
    }

    /** What it promises, {@link #ALWAYS} included. */
    public Set<Property> promises() {
        EnumSet<Property> all = EnumSet.copyOf(ALWAYS);
        all.addAll(promises);
        return all;
    }

    /** The value of the option: {@code per_shard}. */
    public String id() {
        return this == GAPLESS_MODE ? "gapless" : name().toLowerCase(Locale.ROOT);
    }

    /**
     * The mode of that name.
     *
     * @throws IllegalArgumentException naming all there are
     */
    public static NumberingMode of(String id) {
        for (NumberingMode mode : values()) {
            if (mode.id().equals(id)) {
                return mode;
            }
        }
        throw new IllegalArgumentException("There is no mode '" + id + "': "
                + Arrays.stream(values()).map(NumberingMode::id).collect(Collectors.joining(", ")) + ".");
    }
}
