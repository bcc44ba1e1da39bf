package io.counterpoint.shard.storage;

import org.jspecify.annotations.Nullable;

/** A walk over a range of a {@link PersistentTree}; every step is a search of its own. */
final class TreeCursor implements StoreCursor {
    private final PersistentTree tree;
    private final byte[] lower;
    private final byte[] upper;
    private final boolean reverse;

    /** Where the next step starts to search. */
    private byte[] position;

    private boolean inclusive;
    private PersistentTree.@Nullable Node current;
    private boolean closed;

    TreeCursor(PersistentTree tree, byte[] lower, byte[] upper, boolean reverse) {
        this.tree = tree;
        this.lower = lower;
        this.upper = upper;
        this.reverse = reverse;
        this.position = reverse ? upper : lower;
        this.inclusive = !reverse;
    }

    @Override
    public boolean next() {
        if (closed) {
            throw new IllegalStateException("the cursor is closed");
        }
        PersistentTree.Node node = reverse ? tree.atOrBefore(position, inclusive) : tree.atOrAfter(position, inclusive);
        if (node != null && isOutside(node.key())) {
            node = null;
        }
        current = node;
        if (node != null) {
            position = node.key();
            inclusive = false;
        }
        return node != null;
    }

    private boolean isOutside(byte[] key) {
        return reverse ? KeyBytes.compare(key, lower) < 0 : KeyBytes.compare(key, upper) >= 0;
    }

    @Override
    public byte[] key() {
        return on().key();
    }

    @Override
    public byte[] value() {
        return on().value();
    }

    private PersistentTree.Node on() {
        if (current == null) {
            throw new IllegalStateException("the cursor is not on an entry");
        }
        return current;
    }

    @Override
    public void seek(byte[] key) {
        current = null;
        if (reverse && KeyBytes.compare(key, upper) >= 0) {
            position = upper;
            inclusive = false;
        } else if (!reverse && KeyBytes.compare(key, lower) < 0) {
            position = lower;
            inclusive = true;
        } else {
            position = key;
            inclusive = true;
        }
    }

    @Override
    public void close() {
        closed = true;
        current = null;
    }
}
