package io.counterpoint.shard.catalog;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Options of {@code create} that would need another kind of collection than the one kind there is. */
public final class CollectionOptions {
    /** Options whose presence alone asks for something else. */
    private static final Set<String> NOT_SUPPORTED = Set.of(
            "changeStreamPreAndPostImages",
            "clusteredIndex",
            "encryptedFields",
            "expireAfterSeconds",
            "idIndex",
            "indexOptionDefaults",
            "storageEngine",
            "timeseries");

    private CollectionOptions() {}

    /**
     * Refuses by name what is not supported, and options that exclude each other.
     *
     * @throws CommandException CommandNotSupported (115), InvalidOptions (72)
     */
    public static void checkSupported(BsonDocument options) {
        if (options.containsKey(ViewDefinition.VIEW_ON) && options.containsKey("idIndex")) {
            throw new CommandException(ErrorCode.INVALID_OPTIONS, "'viewOn' and 'idIndex' cannot both be specified");
        }
        if (options.containsKey(ViewDefinition.PIPELINE) && !options.containsKey(ViewDefinition.VIEW_ON)) {
            throw new CommandException(ErrorCode.INVALID_OPTIONS, "'pipeline' requires 'viewOn' to also be specified");
        }
        BsonValue capped = options.get("capped");
        if (capped != null && !(capped.isBoolean() && !capped.asBoolean().getValue())) {
            throw new CommandException(
                    ErrorCode.COMMAND_NOT_SUPPORTED, "capped collections are not supported (option 'capped')");
        }
        if (options.containsKey("size") || options.containsKey("max")) {
            throw new CommandException(
                    ErrorCode.INVALID_OPTIONS,
                    "the 'capped' field needs to be true when either the 'size' or 'max' fields are present");
        }
        if (options.get("collation") instanceof BsonDocument collation && !isSimple(collation)) {
            throw new CommandException(
                    ErrorCode.COMMAND_NOT_SUPPORTED, "collation is not supported (option 'collation')");
        }
        for (String option : options.keySet()) {
            if (NOT_SUPPORTED.contains(option)) {
                throw new CommandException(
                        ErrorCode.COMMAND_NOT_SUPPORTED, "the option '" + option + "' is not supported");
            }
        }
    }

    private static boolean isSimple(BsonDocument collation) {
        BsonValue locale = collation.get("locale");
        return locale != null
                && locale.isString()
                && locale.asString().getValue().equals("simple");
    }
}
