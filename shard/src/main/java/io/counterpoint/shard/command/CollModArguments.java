package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.sequence.declaration.AutoincrementOption;
import io.counterpoint.shard.catalog.DocumentValidation;
import io.counterpoint.shard.collection.CollectionHandlers;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandRequest;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Arguments of {@code collMod}. */
final class CollModArguments {
    static final String[] FIELDS = {
        "index",
        "validator",
        "validationLevel",
        "validationAction",
        "viewOn",
        "pipeline",
        "expireAfterSeconds",
        "timeseries",
        "changeStreamPreAndPostImages",
        "capped",
        "cappedSize",
        "cappedMax",
        AutoincrementOption.NAME,
        "backfill"
    };

    private static final String[] NOT_SUPPORTED = {
        "viewOn",
        "pipeline",
        "expireAfterSeconds",
        "timeseries",
        "changeStreamPreAndPostImages",
        "capped",
        "cappedSize",
        "cappedMax"
    };

    private CollModArguments() {}

    static CollectionHandlers.Modify parse(CommandRequest request) {
        Arguments arguments = Arguments.of(request);
        for (String option : NOT_SUPPORTED) {
            if (arguments.has(option)) {
                throw notSupported(option);
            }
        }
        BsonValue autoincrement = arguments.value(AutoincrementOption.NAME);
        if (autoincrement != null) {
            AutoincrementOption.parse(autoincrement);
        }
        return new CollectionHandlers.Modify(
                QueryArguments.namespace(request),
                QueryArguments.version(request),
                autoincrement,
                arguments.bool("backfill", false),
                validation(arguments),
                trial(arguments),
                CollModIndex.parse(arguments.document("index")));
    }

    private static BsonDocument validation(Arguments arguments) {
        BsonDocument validation = new BsonDocument();
        for (String option : DocumentValidation.OPTIONS) {
            BsonValue value = arguments.value(option);
            if (value != null) {
                validation.append(option, value);
            }
        }
        return validation;
    }

    private static CollectionHandlers.Trial trial(Arguments arguments) {
        if (arguments.bool("checkOnly", false)) {
            return CollectionHandlers.Trial.CHECK;
        }
        return arguments.bool("decided", false) ? CollectionHandlers.Trial.DECIDED : CollectionHandlers.Trial.NONE;
    }

    private static CommandException notSupported(String option) {
        return new CommandException(
                ErrorCode.COMMAND_NOT_SUPPORTED, "the option '" + option + "' of collMod is not supported");
    }
}
