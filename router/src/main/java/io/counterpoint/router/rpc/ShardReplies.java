package io.counterpoint.router.rpc;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.bson.raw.RawElements;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Tells a shard's answers from its refusals. */
public final class ShardReplies {
    private static final Set<String> ERROR_FIELDS = Set.of("ok", "errmsg", "code", "codeName", "errorLabels");

    private ShardReplies() {}

    /** Whether the shard did what it was asked, write errors of single statements aside. */
    public static boolean isOk(RawDocument reply) {
        int element = reply.find("ok");
        if (element < 0) {
            return false;
        }
        byte[] bytes = reply.array();
        int value = RawElements.valueOffset(bytes, element);
        return switch (RawElements.type(bytes, element)) {
            case RawElements.DOUBLE -> RawElements.float64(bytes, value) == 1;
            case RawElements.INT32 -> RawElements.int32(bytes, value) == 1;
            case RawElements.INT64 -> RawElements.int64(bytes, value) == 1;
            case RawElements.BOOLEAN -> bytes[value] != 0;
            default -> false;
        };
    }

    /**
     * The reply itself, if it is no refusal.
     *
     * @throws CommandException the refusal, with the code, text, labels and further fields that the shard gave
     */
    public static RawDocument demandOk(RawDocument reply) {
        if (!isOk(reply)) {
            throw refusal(reply);
        }
        return reply;
    }

    /** The refusal that a reply is. */
    public static CommandException refusal(BsonDocument reply) {
        int code =
                reply.get("code") instanceof BsonNumber number ? number.intValue() : ErrorCode.UNKNOWN_ERROR.number();
        String text = reply.get("errmsg") instanceof BsonString message ? message.getValue() : "";
        BsonDocument details = new BsonDocument();
        for (Map.Entry<String, BsonValue> field : reply.entrySet()) {
            if (!ERROR_FIELDS.contains(field.getKey())) {
                details.put(field.getKey(), field.getValue());
            }
        }
        List<String> labels = new ArrayList<>();
        if (reply.get("errorLabels") instanceof BsonArray array) {
            array.forEach(label -> labels.add(label.asString().getValue()));
        }
        return new CommandException(ErrorCode.location(code), text, details.isEmpty() ? null : details, labels);
    }

    /** Whether a reply says that the router's knowledge of the collection is out of date; nothing was done then. */
    public static boolean isStale(RawDocument reply) {
        return !isOk(reply)
                && reply.get("code") instanceof BsonNumber code
                && code.intValue() == ErrorCode.STALE_CONFIG.number();
    }

    /** Whether a failure is a refusal with that code. */
    public static boolean isRefusal(Throwable failure, ErrorCode code) {
        CommandException refusal = refusalIn(failure);
        return refusal != null && refusal.code().equals(code);
    }

    /** The refusal inside a future's failure; null when it failed with something else. */
    public static @Nullable CommandException refusalIn(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof CommandException refusal ? refusal : null;
    }
}
