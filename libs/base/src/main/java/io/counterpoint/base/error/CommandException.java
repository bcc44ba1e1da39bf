package io.counterpoint.base.error;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * A refusal that goes to the client as {@code {ok: 0, errmsg, code, codeName, …}}. Carries no stack trace: it is an
 * answer, not an accident. Immutable.
 *
 * <p>The text is worded as MongoDB words it, since drivers and users match on it.
 */
public class CommandException extends RuntimeException {
    /** Label of errors after which a whole transaction may be run again. */
    public static final String TRANSIENT_TRANSACTION_ERROR = "TransientTransactionError";

    /** Label of errors after which the same write may be sent once more. */
    public static final String RETRYABLE_WRITE_ERROR = "RetryableWriteError";

    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final transient @Nullable BsonDocument details;
    private final ArrayList<String> labels;

    /** A refusal with nothing but code and text. */
    public CommandException(ErrorCode code, String message) {
        this(code, message, null, List.of());
    }

    /**
     * A refusal with everything.
     *
     * @param details more top-level fields of the reply or of the write error ({@code keyPattern}, {@code keyValue},
     *     {@code errInfo}); null for none
     * @param labels {@code errorLabels}, empty for none
     */
    public CommandException(ErrorCode code, String message, @Nullable BsonDocument details, List<String> labels) {
        super(message, null, false, false);
        this.code = code;
        this.details = details;
        this.labels = new ArrayList<>(labels);
    }

    /** Number, name and category. */
    public final ErrorCode code() {
        return code;
    }

    /** The text; never null. */
    public final String text() {
        String message = getMessage();
        return message == null ? "" : message;
    }

    /** More top-level fields of the reply; null for none. */
    public final @Nullable BsonDocument details() {
        return details;
    }

    /** Error labels, empty for none. */
    public final List<String> labels() {
        return List.copyOf(labels);
    }

    /** The same refusal with one more label. */
    public final CommandException withLabel(String label) {
        if (labels.contains(label)) {
            return this;
        }
        List<String> more = new ArrayList<>(labels);
        more.add(label);
        return new CommandException(code, text(), details, more);
    }
}
