package io.counterpoint.shard.command;

import io.counterpoint.base.check.CorruptionException;
import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.shard.storage.StorageException;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandHandler;
import io.counterpoint.wire.command.CommandRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands around all commands of a shard and tells clients what the disk refused: the file and the cause. The first sign
 * of damaged data is told to the process too, which stops: no answer is given from doubtful data.
 */
final class StorageRefusals {
    private static final Logger LOG = LoggerFactory.getLogger(StorageRefusals.class);

    private final CompletableFuture<String> damage;

    /** Completes the future with what is damaged, once. */
    StorageRefusals(CompletableFuture<String> damage) {
        this.damage = damage;
    }

    /** The same entry, with the disk's refusals in words. */
    CommandEntry around(CommandEntry entry) {
        CommandHandler handler = entry.handler();
        return entry.withHandler(request -> run(handler, request));
    }

    private CompletableFuture<BsonDocument> run(CommandHandler handler, CommandRequest request) {
        CompletableFuture<BsonDocument> answer;
        try {
            answer = handler.run(request);
        } catch (StorageException | CorruptionException failure) {
            return CompletableFuture.failedFuture(refusal(failure));
        }
        return answer.isDone() && !answer.isCompletedExceptionally()
                ? answer
                : answer.exceptionally(failure -> {
                    throw translated(failure);
                });
    }

    private RuntimeException translated(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof StorageException || cause instanceof CorruptionException) {
            return refusal((RuntimeException) cause);
        }
        return failure instanceof RuntimeException known ? known : new CompletionException(failure);
    }

    private CommandException refusal(RuntimeException failure) {
        String text = String.valueOf(failure.getMessage());
        @Nullable StorageException refused = failure instanceof StorageException storage ? storage : null;
        if (refused == null || refused.damaged()) {
            LOG.error("stored data is damaged; this shard stops", failure);
            damage.complete(text);
        }
        boolean full = refused != null && refused.diskFull();
        return new CommandException(full ? ErrorCode.OUT_OF_DISK_SPACE : ErrorCode.INTERNAL_ERROR, text);
    }
}
