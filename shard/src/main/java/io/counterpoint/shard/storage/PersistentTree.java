package io.counterpoint.shard.storage;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An immutable sorted map of bytes to bytes: a change gives a new map that shares all but the changed path with the old
 * one, so that keeping an old state costs nothing.
 *
 * <p>A treap (Seidel and Aragon, "Randomized Search Trees", 1996) whose priorities are a hash of the key: its shape
 * depends on what it holds only, not on the order in which it came. Depth is logarithmic in expectation.
 */
final class PersistentTree {
    static final PersistentTree EMPTY = new PersistentTree(null);

    /** One entry with what sorts before and after it; its priority is at least that of both. */
    @SuppressWarnings("ArrayRecordComponent") // nodes are told apart by their keys, never compared
    record Node(
            byte[] key,
            byte[] value,
            int priority,
            @Nullable Node left,
            @Nullable Node right) {
        Node withLeft(@Nullable Node other) {
            return new Node(key, value, priority, other, right);
        }

        Node withRight(@Nullable Node other) {
            return new Node(key, value, priority, left, other);
        }
    }

    private record Halves(@Nullable Node below, @Nullable Node rest) {}

    private final @Nullable Node root;

    private PersistentTree(@Nullable Node root) {
        this.root = root;
    }

    byte @Nullable [] get(byte[] key) {
        Node node = root;
        while (node != null) {
            int order = KeyBytes.compare(key, node.key);
            if (order == 0) {
                return node.value;
            }
            node = order < 0 ? node.left : node.right;
        }
        return null;
    }

    /** The lowest entry at or after a key, or after it when {@code inclusive} is false. */
    @Nullable
    Node atOrAfter(byte[] key, boolean inclusive) {
        Node best = null;
        Node node = root;
        while (node != null) {
            int order = KeyBytes.compare(node.key, key);
            if (order > 0 || (order == 0 && inclusive)) {
                best = node;
                node = node.left;
            } else {
                node = node.right;
            }
        }
        return best;
    }

    /** The highest entry at or before a key, or before it when {@code inclusive} is false. */
    @Nullable
    Node atOrBefore(byte[] key, boolean inclusive) {
        Node best = null;
        Node node = root;
        while (node != null) {
            int order = KeyBytes.compare(node.key, key);
            if (order < 0 || (order == 0 && inclusive)) {
                best = node;
                node = node.right;
            } else {
                node = node.left;
            }
        }
        return best;
    }

    PersistentTree with(byte[] key, byte[] value) {
        return new PersistentTree(insert(root, new Node(key, value, priority(key), null, null)));
    }

    PersistentTree without(byte[] key) {
        return get(key) == null ? this : new PersistentTree(remove(root, key));
    }

    /** Without the keys in {@code [lower, upper)}. */
    PersistentTree withoutRange(byte[] lower, byte[] upper) {
        if (KeyBytes.compare(lower, upper) >= 0) {
            return this;
        }
        Halves first = split(root, lower);
        Halves second = split(first.rest, upper);
        return new PersistentTree(join(first.below, second.rest));
    }

    private static Node insert(@Nullable Node tree, Node entry) {
        if (tree == null) {
            return entry;
        }
        // A key that is there already sits below nodes of at least its own priority, so it cannot be inside this tree.
        if (entry.priority > tree.priority) {
            Halves halves = split(tree, entry.key);
            return new Node(entry.key, entry.value, entry.priority, halves.below, halves.rest);
        }
        int order = KeyBytes.compare(entry.key, tree.key);
        if (order == 0) {
            return new Node(entry.key, entry.value, tree.priority, tree.left, tree.right);
        }
        return order < 0 ? tree.withLeft(insert(tree.left, entry)) : tree.withRight(insert(tree.right, entry));
    }

    private static @Nullable Node remove(@Nullable Node tree, byte[] key) {
        if (tree == null) {
            return null;
        }
        int order = KeyBytes.compare(key, tree.key);
        if (order == 0) {
            return join(tree.left, tree.right);
        }
        return order < 0 ? tree.withLeft(remove(tree.left, key)) : tree.withRight(remove(tree.right, key));
    }

    /** Keys below a bound, and the rest. */
    private static Halves split(@Nullable Node tree, byte[] bound) {
        if (tree == null) {
            return new Halves(null, null);
        }
        if (KeyBytes.compare(tree.key, bound) < 0) {
            Halves halves = split(tree.right, bound);
            return new Halves(tree.withRight(halves.below), halves.rest);
        }
        Halves halves = split(tree.left, bound);
        return new Halves(halves.below, tree.withLeft(halves.rest));
    }

    /** Two trees of which all keys of the first sort before those of the second. */
    private static @Nullable Node join(@Nullable Node below, @Nullable Node above) {
        if (below == null) {
            return above;
        }
        if (above == null) {
            return below;
        }
        return below.priority >= above.priority
                ? below.withRight(join(below.right, above))
                : above.withLeft(join(below, above.left));
    }

    private static int priority(byte[] key) {
        int hash = Arrays.hashCode(key) * 0x9E3779B1;
        hash ^= hash >>> 15;
        hash *= 0x85EBCA77;
        return hash ^ hash >>> 13;
    }
}
