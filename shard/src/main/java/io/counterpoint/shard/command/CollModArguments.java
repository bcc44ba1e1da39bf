package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.sequence.declaration.AutoincrementOption;
import io.counterpoint.shard.catalog.DocumentValidation;
import io.counterpoint.shard.catalog.ViewDefinition;
import io.counterpoint.shard.collection.CollectionHandlers;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
        "expireAfterSeconds", "timeseries", "changeStreamPreAndPostImages", "capped", "cappedSize", "cappedMax"
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
                floors(arguments),
                arguments.bool("backfill", false),
                options(arguments, DocumentValidation.OPTIONS),
                options(arguments, ViewDefinition.OPTIONS),
                trial(arguments),
                CollModIndex.parse(arguments.document("index")));
    }

    private static Map<String, Long> floors(Arguments arguments) {
        Map<String, Long> floors = new HashMap<>();
        arguments
                .documentOrEmpty(CollectionHandlers.FLOORS)
                .forEach((field, floor) -> floors.put(field, floor.asNumber().longValue()));
        return floors;
    }

    /** Those of some options that were sent. */
    private static BsonDocument options(Arguments arguments, List<String> names) {
        BsonDocument options = new BsonDocument();
        for (String option : names) {
            BsonValue value = arguments.value(option);
            if (value != null) {
                options.append(option, value);
            }
        }
        return options;
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
