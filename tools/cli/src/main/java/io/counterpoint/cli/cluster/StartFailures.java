package io.counterpoint.cli.cluster;

import io.counterpoint.base.check.CorruptionException;
import io.counterpoint.base.error.CommandException;
import io.counterpoint.cli.failure.StartupException;
import io.counterpoint.shard.storage.DataFolderException;
import io.counterpoint.shard.storage.StorageException;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Turns what the processes throw when they cannot start into one line for people. */
final class StartFailures {
    private StartFailures() {}

    /** The failure as one line; what nobody expected keeps its trace. */
    static RuntimeException explain(String process, Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof StartupException known) {
            return known;
        }
        if (cause instanceof DataFolderException
                || cause instanceof StorageException
                || cause instanceof CorruptionException
                || cause instanceof IOException
                || cause instanceof CommandException) {
            return new StartupException(process + " cannot start: " + cause.getMessage(), cause);
        }
        return new IllegalStateException(process + " failed to start", cause);
    }
}
