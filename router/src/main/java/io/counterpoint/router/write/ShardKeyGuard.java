package io.counterpoint.router.write;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.cluster.key.ShardKey;
import io.counterpoint.cluster.key.ShardKeyField;
import io.counterpoint.cluster.key.ShardKeyPattern;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.update.TouchedFields;
import io.counterpoint.query.update.Update;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.wire.command.Arguments;
import java.util.HashSet;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Refuses updates that could change the value of a shard key: the document might then belong to another shard, and
 * moving it takes a transaction. A replacement must have the key that the document has; operators and pipelines must
 * leave the key's fields alone. {@code _id} needs no guard: it never changes.
 */
public final class ShardKeyGuard {
    private ShardKeyGuard() {}

    /**
     * Checks an update.
     *
     * @param arguments where the update is found
     * @param updateField its field
     * @param before the key of what is updated; null when that is not one known key
     * @throws CommandException CommandNotSupported (115), or InvalidOptions (72) for {@code multi}
     */
    public static void check(
            CollectionRouting routing,
            Arguments arguments,
            String updateField,
            boolean multi,
            @Nullable ShardKey before,
            QueryContext context) {
        ShardKeyPattern pattern = routing.pattern();
        BsonValue update = arguments.value(updateField);
        if (update == null || routing.onOneShard() || isIdOnly(pattern)) {
            return;
        }
        if (update.isDocument() && isReplacement(update.asDocument())) {
            if (before == null || !before.equals(pattern.keyOf(update.asDocument()))) {
                throw refusal(multi);
            }
            return;
        }
        TouchedFields touched = update.isArray()
                ? touchedBy(update.asArray())
                : Update.parse(update, arguments.array("arrayFilters"), context).touchedFields();
        for (ShardKeyField field : pattern.fields()) {
            if (!field.path().equals("_id") && touched.contains(field.path())) {
                throw refusal(multi);
            }
        }
    }

    /** What a pipeline may change: known where its stages name fields, anything where they make new documents. */
    private static TouchedFields touchedBy(BsonArray pipeline) {
        Set<String> names = new HashSet<>();
        for (BsonValue stage : pipeline) {
            BsonDocument document = stage.isDocument() ? stage.asDocument() : new BsonDocument();
            String name = document.isEmpty() ? "" : document.getFirstKey();
            BsonValue argument = document.get(name, BsonNull.VALUE);
            if ((name.equals("$set") || name.equals("$addFields")) && argument.isDocument()) {
                argument.asDocument().keySet().forEach(path -> names.add(topLevel(path)));
            } else if (name.equals("$unset") && argument.isString()) {
                names.add(topLevel(argument.asString().getValue()));
            } else if (name.equals("$unset") && argument.isArray()) {
                argument.asArray().stream()
                        .filter(BsonValue::isString)
                        .forEach(path -> names.add(topLevel(path.asString().getValue())));
            } else {
                return TouchedFields.anyField();
            }
        }
        return TouchedFields.of(names);
    }

    private static String topLevel(String path) {
        int dot = path.indexOf('.');
        return dot < 0 ? path : path.substring(0, dot);
    }

    private static boolean isReplacement(BsonDocument update) {
        return update.isEmpty() || !update.getFirstKey().startsWith("$");
    }

    private static boolean isIdOnly(ShardKeyPattern pattern) {
        return pattern.fields().size() == 1 && pattern.fields().get(0).path().equals("_id");
    }

    private static CommandException refusal(boolean multi) {
        return multi
                ? new CommandException(
                        ErrorCode.INVALID_OPTIONS,
                        "Multi-update operations are not allowed when updating the shard key field.")
                : new CommandException(
                        // Not IllegalOperation, which drivers take for "no retryable writes here".
                        ErrorCode.COMMAND_NOT_SUPPORTED,
                        "Updating the shard key value of a document is not supported: it may belong to another shard"
                                + " then");
    }
}
