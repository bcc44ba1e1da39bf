package io.counterpoint.shard.command;

import io.counterpoint.shard.loop.WriteHandler;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandRequest;

/** The field {@code bypassDocumentValidation} of commands that write. */
final class ValidationBypass {
    private static final String FIELD = "bypassDocumentValidation";

    private ValidationBypass() {}

    /** Whether a request asks to store documents that its collection's validator refuses. */
    static boolean isAskedFor(CommandRequest request) {
        return Arguments.of(request).bool(FIELD, false);
    }

    /** The handler that does without validation where it is bypassed; the same one otherwise. */
    static <C, R> WriteHandler<C, R> around(boolean bypass, WriteHandler<C, R> handler) {
        if (!bypass) {
            return handler;
        }
        return (context, command) -> {
            context.skipValidation();
            return handler.execute(context, command);
        };
    }
}
