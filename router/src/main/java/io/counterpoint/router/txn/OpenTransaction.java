package io.counterpoint.router.txn;

import io.counterpoint.wire.session.TransactionKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A transaction that this router has seen statements of. Guarded by itself. */
final class OpenTransaction {
    /** Where it stands, as far as this router knows. */
    enum State {
        /** Takes statements. */
        ACTIVE,
        /** A commit is under way or its outcome is not known. */
        COMMITTING,
        /** Committed, and may be asked again. */
        COMMITTED,
        /** Ended without effect. */
        ABORTED
    }

    private final TransactionKey key;
    /** By shard, in the order of their first statements: whether it has been asked to write. */
    private final Map<String, Boolean> participants = new LinkedHashMap<>();

    private final long readTime;
    private @Nullable String decidingShard;
    private State state = State.ACTIVE;

    /**
     * A transaction without participants.
     *
     * @param readTime the cluster time of what it reads on every shard; 0 for each shard's newest state
     */
    OpenTransaction(TransactionKey key, long readTime) {
        this.key = key;
        this.readTime = readTime;
    }

    TransactionKey key() {
        return key;
    }

    long readTime() {
        return readTime;
    }

    /** Takes a shard in; true when it is the shard's first statement. */
    synchronized boolean enlist(String shard, boolean writes) {
        Boolean before = participants.putIfAbsent(shard, writes);
        if (before != null && writes) {
            participants.put(shard, true);
        }
        if (writes && decidingShard == null) {
            decidingShard = shard;
        }
        return before == null;
    }

    /** Takes a shard out again whose first statement did not begin anything. */
    synchronized void dismiss(String shard) {
        participants.remove(shard);
        if (shard.equals(decidingShard)) {
            decidingShard = null;
        }
    }

    synchronized List<String> participants() {
        return List.copyOf(participants.keySet());
    }

    /** The shard that was asked to write first: it decides. Null while none was. */
    synchronized @Nullable String decidingShard() {
        return decidingShard;
    }

    /** Shards that have been asked to write, in the order of their first statements. */
    synchronized List<String> writers() {
        List<String> writers = new ArrayList<>();
        participants.forEach((shard, writes) -> {
            if (writes) {
                writers.add(shard);
            }
        });
        return writers;
    }

    synchronized State state() {
        return state;
    }

    /** Goes on to another state unless that one is an end which cannot be left. */
    synchronized void become(State next) {
        if (state != State.COMMITTED) {
            state = next;
        }
    }
}
