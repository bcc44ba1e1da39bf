package io.counterpoint.sqldump.schema;

import java.util.OptionalLong;

/** A sequence: how it steps and where it stands. One thread. */
public final class Sequence {
    private final QualifiedName name;
    private long start = 1;
    private long increment = 1;
    private OptionalLong last = OptionalLong.empty();

    Sequence(QualifiedName name) {
        this.name = name;
    }

    /** Its name. */
    public QualifiedName name() {
        return name;
    }

    /** Sets how it steps. */
    public void declare(long newStart, long newIncrement) {
        start = newStart;
        increment = newIncrement;
    }

    /** Its first number. */
    public long start() {
        return start;
    }

    /** The distance from one number to the next; never 0. */
    public long increment() {
        return increment;
    }

    /**
     * Puts it at a number.
     *
     * @param used whether the number was handed out already; otherwise it is the next
     */
    public void set(long number, boolean used) {
        last = OptionalLong.of(used ? number : number - increment);
    }

    /** Forgets where it stands: the highest number stored decides. */
    public void followStored() {
        last = OptionalLong.empty();
    }

    /** The number handed out last, if the dump says so. */
    public OptionalLong last() {
        return last;
    }
}
