package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.shard.collection.ModifyIndex;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.RequestErrors;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The argument {@code index} of {@code collMod}. */
final class CollModIndex {
    private static final String NAME = "name";
    private static final String KEY_PATTERN = "keyPattern";
    private static final String HIDDEN = "hidden";
    private static final String EXPIRE_AFTER_SECONDS = "expireAfterSeconds";
    private static final Set<String> FIELDS = Set.of(NAME, KEY_PATTERN, HIDDEN, EXPIRE_AFTER_SECONDS);

    private CollModIndex() {}

    /**
     * What it asks for; null when it was not sent.
     *
     * @throws CommandException 40415 for an unknown field, InvalidOptions (72) when no index or no change is named
     */
    static @Nullable ModifyIndex parse(@Nullable BsonDocument index) {
        if (index == null) {
            return null;
        }
        Arguments arguments = new Arguments("collMod.index", index);
        for (String field : index.keySet()) {
            if (!FIELDS.contains(field)) {
                throw RequestErrors.unknownField("collMod.index." + field);
            }
        }
        BsonValue which = which(arguments);
        if (!arguments.has(HIDDEN) && !arguments.has(EXPIRE_AFTER_SECONDS)) {
            throw invalid("no expireAfterSeconds, hidden, unique, or prepareUnique field");
        }
        return new ModifyIndex(which, truth(arguments, HIDDEN), arguments.value(EXPIRE_AFTER_SECONDS));
    }

    private static BsonValue which(Arguments arguments) {
        String name = arguments.string(NAME);
        BsonDocument keyPattern = arguments.document(KEY_PATTERN);
        if (name != null) {
            if (keyPattern != null) {
                throw invalid("Cannot specify both key pattern and name.");
            }
            return new BsonString(name);
        }
        if (keyPattern == null) {
            throw invalid("Must specify either index name or key pattern.");
        }
        return keyPattern;
    }

    private static @Nullable Boolean truth(Arguments arguments, String field) {
        return arguments.has(field) ? (Boolean) arguments.bool(field, false) : null;
    }

    private static CommandException invalid(String problem) {
        return new CommandException(ErrorCode.INVALID_OPTIONS, problem);
    }
}
