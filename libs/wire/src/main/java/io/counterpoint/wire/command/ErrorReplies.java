package io.counterpoint.wire.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** Turns exceptions into the documents that refuse a command: the one place where that is done. */
public final class ErrorReplies {
    private ErrorReplies() {}

    /**
     * The refusal as a reply: {@code {ok: 0, errmsg, code, codeName, …details, errorLabels?}}.
     *
     * @param failure a {@link CommandException}, or one as the cause of a future's wrapper; anything else is answered
     *     as InternalError (1) without telling its text, which belongs in the log
     */
    public static BsonDocument of(Throwable failure) {
        CommandException refusal = refusalIn(failure);
        return of(refusal != null ? refusal : internalError(failure), List.of());
    }

    /** What a client is told of an accident: its kind, for whoever looks for it in the log, and nothing of its text. */
    static CommandException internalError(Throwable failure) {
        return new CommandException(
                ErrorCode.INTERNAL_ERROR,
                "internal error: " + failure.getClass().getSimpleName());
    }

    /**
     * As {@link #of(Throwable)}, with labels beside the exception's own.
     *
     * @param moreLabels labels that depend on the request rather than on the refusal
     */
    static BsonDocument of(CommandException refusal, Collection<String> moreLabels) {
        BsonDocument reply = new BsonDocument("ok", new BsonDouble(0));
        reply.append("errmsg", new BsonString(refusal.text()));
        reply.append("code", new BsonInt32(refusal.code().number()));
        reply.append("codeName", new BsonString(refusal.code().codeName()));
        BsonDocument details = refusal.details();
        if (details != null) {
            details.forEach(reply::append);
        }
        BsonArray labels = new BsonArray();
        refusal.labels().forEach(label -> labels.add(new BsonString(label)));
        moreLabels.stream()
                .filter(label -> !refusal.labels().contains(label))
                .forEach(label -> labels.add(new BsonString(label)));
        if (!labels.isEmpty()) {
            reply.append("errorLabels", labels);
        }
        return reply;
    }

    /**
     * The refusal that a future failed with, without the wrappers of futures; null when it failed with something else.
     */
    static @Nullable CommandException refusalIn(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException || cause instanceof ExecutionException) {
            Throwable inner = cause.getCause();
            if (inner == null) {
                return null;
            }
            cause = inner;
        }
        return cause instanceof CommandException refusal ? refusal : null;
    }
}
