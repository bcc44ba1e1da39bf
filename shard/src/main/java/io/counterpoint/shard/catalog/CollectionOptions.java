package io.counterpoint.shard.catalog;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.collation.Collation;
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

    private static final String COLLATION = "collation";

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
        for (String option : options.keySet()) {
            if (NOT_SUPPORTED.contains(option)) {
                throw new CommandException(
                        ErrorCode.COMMAND_NOT_SUPPORTED, "the option '" + option + "' is not supported");
            }
        }
    }

    /**
     * The options as they are kept: the collation with all that its locale decides, and none instead of the simple one.
     *
     * @throws CommandException for a collation that is none
     */
    public static BsonDocument withWholeCollation(BsonDocument options) {
        if (!options.containsKey(COLLATION)) {
            return options;
        }
        Collation collation = Collation.ofOptions(options);
        BsonDocument changed = new BsonDocument();
        options.forEach((name, value) -> {
            if (!name.equals(COLLATION)) {
                changed.put(name, value);
            } else if (!collation.isSimple()) {
                changed.put(name, collation.toDocument());
            }
        });
        return changed;
    }
}
