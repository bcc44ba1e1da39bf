package io.counterpoint.shard.loop;

/**
 * Leaves a handler that met a key somebody else holds, so that the loop can park its command. Not an error and not for
 * handlers to catch.
 */
final class KeyHeldSignal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient KeyOwner holder;

    KeyHeldSignal(KeyOwner holder) {
        super("key held", null, false, false);
        this.holder = holder;
    }

    KeyOwner holder() {
        return holder;
    }
}
