package io.counterpoint.shard.catalog;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.filter.mismatch.FilterMismatch;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the documents of a collection have to satisfy: its options {@code validator}, {@code validationLevel} and
 * {@code validationAction}. Immutable; any thread.
 */
public final class DocumentValidation {
    /** A filter that documents have to be selected by. */
    public static final String VALIDATOR = "validator";

    /** {@code off}, {@code strict} or {@code moderate}: which writes are looked at. */
    public static final String LEVEL = "validationLevel";

    /** {@code error} or {@code warn}: what happens to a document that does not satisfy the validator. */
    public static final String ACTION = "validationAction";

    /** All options about validation. */
    public static final List<String> OPTIONS = List.of(VALIDATOR, LEVEL, ACTION);

    private static final Logger LOG = LoggerFactory.getLogger(DocumentValidation.class);
    private static final Set<String> LEVELS = Set.of("off", "strict", "moderate");
    private static final Set<String> ACTIONS = Set.of("error", "warn");
    private static final Set<String> INTERNAL_DATABASES = Set.of("admin", "local", "config");

    private final Filter validator;
    private final boolean moderate;
    private final boolean warnOnly;

    private DocumentValidation(Filter validator, boolean moderate, boolean warnOnly) {
        this.validator = validator;
        this.moderate = moderate;
        this.warnOnly = warnOnly;
    }

    /**
     * What checked options ask for; null when there is nothing to look at.
     *
     * @param collation the collection's, which the validator compares by
     */
    static @Nullable DocumentValidation of(BsonDocument options, Collation collation) {
        BsonString level = options.getString(LEVEL, new BsonString("strict"));
        if (!(options.get(VALIDATOR) instanceof BsonDocument filter)
                || level.getValue().equals("off")) {
            return null;
        }
        return new DocumentValidation(
                Filter.parse(filter, QueryContext.plain().withCollation(collation)),
                level.getValue().equals("moderate"),
                options.getString(ACTION, new BsonString("error")).getValue().equals("warn"));
    }

    /**
     * Checks the options as a client sent them.
     *
     * @param command the command they are of, for texts
     * @throws CommandException TypeMismatch (14) for a wrong type, BadValue (2) for a level or an action that there is
     *     not, InvalidOptions (72) for a validator in a database of the server itself, and what the filter parser says
     */
    public static void check(String command, Namespace namespace, BsonDocument options) {
        checkWord(command, LEVEL, LEVELS, options);
        checkWord(command, ACTION, ACTIONS, options);
        BsonValue validator = options.get(VALIDATOR);
        if (validator == null || validator.isNull()) {
            return;
        }
        if (!(validator instanceof BsonDocument filter)) {
            throw wrongType(command, VALIDATOR, validator, "object");
        }
        if (filter.isEmpty()) {
            return;
        }
        if (INTERNAL_DATABASES.contains(namespace.database())) {
            throw new CommandException(
                    ErrorCode.INVALID_OPTIONS,
                    "Document validators are not allowed on collection " + namespace + " in the " + namespace.database()
                            + " internal database");
        }
        ValidatorRules.check(filter);
        Filter.parse(filter, QueryContext.plain());
    }

    private static void checkWord(String command, String option, Set<String> words, BsonDocument options) {
        BsonValue word = options.get(option);
        if (word == null || word.isNull()) {
            return;
        }
        if (!(word instanceof BsonString text)) {
            throw wrongType(command, option, word, "string");
        }
        if (!words.contains(text.getValue())) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    "Enumeration value '" + text.getValue() + "' for field '" + command + "." + option
                            + "' is not a valid value.");
        }
    }

    private static CommandException wrongType(String command, String option, BsonValue value, String expected) {
        return new CommandException(
                ErrorCode.TYPE_MISMATCH,
                "BSON field '" + command + "." + option + "' is the wrong type '"
                        + BsonTypes.alias(value.getBsonType()) + "', expected type '"
                        + expected + "'");
    }

    /**
     * A collection's options with those about validation changed. An empty validator is none.
     *
     * @param options all options of the collection
     * @param changes the options to set; those that are not there or null stay as they are
     */
    public static BsonDocument changed(BsonDocument options, BsonDocument changes) {
        BsonDocument changed = new BsonDocument();
        changed.putAll(options);
        for (String option : OPTIONS) {
            BsonValue value = changes.get(option);
            if (value != null && !value.isNull()) {
                changed.put(option, value);
            }
            if (changed.get(option) instanceof BsonNull
                    || (changed.get(option) instanceof BsonDocument filter && filter.isEmpty())) {
                changed.remove(option);
            }
        }
        return changed;
    }

    /**
     * Looks at a document that is about to be stored.
     *
     * @param old the version it replaces; null for a new document
     * @throws CommandException DocumentValidationFailure (121) with {@code errInfo}
     */
    public void check(Namespace namespace, @Nullable BsonDocument old, BsonDocument document) {
        if (validator.matches(document) || (moderate && old != null && !validator.matches(old))) {
            return;
        }
        BsonValue id = document.get("_id", BsonNull.VALUE);
        if (warnOnly) {
            LOG.warn("a document would fail validation: collection={} _id={}", namespace, id);
            return;
        }
        BsonDocument information = new BsonDocument("failingDocumentId", id)
                .append("details", FilterMismatch.describe(validator, document));
        throw new CommandException(
                ErrorCode.DOCUMENT_VALIDATION_FAILURE,
                "Document failed validation",
                new BsonDocument("errInfo", information),
                List.of());
    }
}
