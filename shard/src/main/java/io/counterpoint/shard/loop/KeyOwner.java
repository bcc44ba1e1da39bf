package io.counterpoint.shard.loop;

import java.util.ArrayList;
import java.util.List;

/**
 * Somebody who holds keys beyond the end of one command: a transaction or a staged batch. Touched only inside the write
 * loop.
 *
 * <p>Owners never wait for each other in a circle: a transaction gives up at once when it meets a held key; of two
 * staged batches the one with the smaller number waits and the other gives up (wait-die); a plain write waits but holds
 * nothing while it does.
 */
public final class KeyOwner {
    /** What an owner does when it meets a key that another one holds. */
    public enum Kind {
        /** Answers WriteConflict at once. */
        TRANSACTION,
        /** Waits for a larger number and for transactions, gives up before a smaller number. */
        STAGE
    }

    private final Kind kind;
    private final long number;
    private final List<HeldKey> held = new ArrayList<>();
    private final List<PendingWrite<?, ?>> waiting = new ArrayList<>();

    /**
     * An owner that holds nothing yet.
     *
     * @param number orders stages by age; anything for transactions
     */
    public KeyOwner(Kind kind, long number) {
        this.kind = kind;
        this.number = number;
    }

    Kind kind() {
        return kind;
    }

    boolean mustGiveWayTo(KeyOwner holder) {
        return kind == Kind.TRANSACTION || (holder.kind == Kind.STAGE && holder.number < number);
    }

    List<HeldKey> held() {
        return held;
    }

    List<PendingWrite<?, ?>> waiting() {
        return waiting;
    }
}
