package io.counterpoint.shard.catalog;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.ValueText;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Reads an index specification. Source: MongoDB manual, "createIndexes"; codes and texts as a server of version 8.0
 * answers.
 *
 * <p>Errors in the key pattern name the whole specification first, those about a field do not.
 */
final class IndexSpecParser {
    private static final int KEY_PATTERN_BYTES_MAX = 2048;

    /** MongoDB's "too many compound keys". */
    private static final ErrorCode TOO_MANY_FIELDS = ErrorCode.location(13103);

    /** MongoDB's refusal of two hashed fields. */
    private static final ErrorCode SEVERAL_HASHED_FIELDS = ErrorCode.location(31303);

    /** MongoDB's refusal of a hashed index that is unique. */
    private static final ErrorCode HASHED_UNIQUE = ErrorCode.location(16764);

    /** Kinds of index that MongoDB knows and that do not exist here. */
    private static final Set<String> KINDS_NOT_SUPPORTED =
            Set.of("text", "2d", "2dsphere", "2dsphere_bucket", "geoHaystack", "columnstore");

    private static final String HASHED = "hashed";

    /** Options that MongoDB knows and that do not exist here, or belong to a kind of index that does not. */
    private static final Set<String> OPTIONS_NOT_SUPPORTED = Set.of(
            "storageEngine",
            "weights",
            "default_language",
            "language_override",
            "textIndexVersion",
            "2dsphereIndexVersion",
            "bits",
            "min",
            "max",
            "bucketSize",
            "clustered",
            "columnstoreProjection");

    private final BsonDocument spec;

    IndexSpecParser(BsonDocument spec) {
        this.spec = spec;
    }

    IndexDescription parse() {
        String name = null;
        BsonDocument key = null;
        BsonDocument partial = null;
        boolean unique = false;
        boolean sparse = false;
        boolean hidden = false;
        boolean background = false;
        for (Map.Entry<String, BsonValue> field : spec.entrySet()) {
            BsonValue value = field.getValue();
            switch (field.getKey()) {
                case "key" -> {
                    key = object("key", value);
                    checkKeyPattern(key);
                }
                case "name" -> name = name(value);
                case "v" -> checkVersion(value);
                // What old servers kept with an index, and mongorestore still sends: the collection is known already.
                case "ns" -> checkNamespace(value);
                case "unique" -> unique = truth("unique", value);
                case "sparse" -> sparse = truth("sparse", value);
                case "hidden" -> hidden = truth("hidden", value);
                // Every build is what "background" asked for; the word is kept and shown, as MongoDB does.
                case "background" -> background = truth("background", value);
                case "partialFilterExpression" -> partial = object("partialFilterExpression", value);
                case IndexOptions.COLLATION -> checkCollation(object(IndexOptions.COLLATION, value));
                case IndexOptions.EXPIRE_AFTER_SECONDS,
                        IndexOptions.WILDCARD_PROJECTION,
                        IndexOptions.PREPARE_UNIQUE -> {
                    // Read at the end: whether they fit depends on the key.
                }
                default -> throw unknownField(field.getKey());
            }
        }
        if (key == null) {
            throw missing("key");
        }
        if (name == null) {
            throw missing("name");
        }
        if (isIdPattern(key)) {
            return onId(key, hidden);
        }
        if (name.equals(IndexDescription.ID_INDEX_NAME)) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    "The index name '_id_' is reserved for the _id index, which must have key pattern {_id: 1}, found key: "
                            + ValueText.of(key));
        }
        if (sparse && partial != null) {
            throw new CommandException(
                    ErrorCode.CANNOT_CREATE_INDEX, "cannot mix \"partialFilterExpression\" and \"sparse\" options");
        }
        if (partial != null) {
            PartialIndexFilter.check(partial);
        }
        IndexDescription index = new IndexDescription(
                IndexDescription.UNNUMBERED,
                name,
                key,
                unique,
                sparse,
                partial,
                hidden,
                background,
                0,
                IndexOptions.parse(spec),
                false);
        checkWildcard(index);
        if (unique && index.prepareUnique()) {
            throw new CommandException(
                    ErrorCode.CANNOT_CREATE_INDEX,
                    "Error in specification " + ValueText.of(spec)
                            + " :: caused by :: Invalid index specification " + ValueText.of(spec)
                            + "; cannot create an index with the 'unique' option and the 'prepareUnique' option");
        }
        if (unique && index.isHashed()) {
            throw new CommandException(
                    HASHED_UNIQUE, "Currently hashed indexes cannot guarantee uniqueness. Use a regular index.");
        }
        return index;
    }

    private static void checkWildcard(IndexDescription index) {
        if (index.wildcard() == null) {
            return;
        }
        String refused = index.sparse()
                ? "does not support the sparse option"
                : index.unique()
                        ? "does not support the unique option"
                        : index.expireAfterSeconds() != null ? "cannot be a TTL index" : null;
        if (refused != null) {
            throw new CommandException(ErrorCode.CANNOT_CREATE_INDEX, "Index type 'wildcard' " + refused);
        }
    }

    private IndexDescription onId(BsonDocument key, boolean hidden) {
        BsonValue direction = key.get("_id");
        if (direction == null || !direction.isNumber() || direction.asNumber().doubleValue() != 1) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    "The field 'key' for an _id index must be {_id: 1}, but got " + ValueText.of(key));
        }
        if (hidden) {
            throw new CommandException(ErrorCode.BAD_VALUE, "can't hide _id index");
        }
        for (String field : spec.keySet()) {
            if (!Set.of("key", "name", "v", "ns", "collation", "hidden", "background")
                    .contains(field)) {
                throw new CommandException(
                        ErrorCode.INVALID_INDEX_SPECIFICATION_OPTION,
                        "The field '" + field + "' is not valid for an _id index specification. Specification: "
                                + ValueText.of(spec));
            }
        }
        // Whatever name was asked for: MongoDB calls it by its own.
        return IndexDescription.onId().withOptions(IndexOptions.parse(spec));
    }

    private static boolean isIdPattern(BsonDocument key) {
        BsonValue direction = key.size() == 1 ? key.get("_id") : null;
        return direction != null && direction.isNumber();
    }

    private void checkKeyPattern(BsonDocument key) {
        if (key.isEmpty()) {
            throw inKeyPattern("Index keys cannot be empty.");
        }
        if (ValueText.of(key).length() > KEY_PATTERN_BYTES_MAX) {
            throw inKeyPattern("Index key pattern too large.");
        }
        if (key.size() > Limits.INDEX_FIELD_COUNT_MAX) {
            throw new CommandException(TOO_MANY_FIELDS, "too many compound keys");
        }
        int hashed = 0;
        for (Map.Entry<String, BsonValue> field : key.entrySet()) {
            checkKind(field.getValue());
            checkPath(field.getKey(), field.getValue());
            if (field.getValue().isString()) {
                hashed++;
            }
        }
        boolean wildcard = key.keySet().stream().anyMatch(WildcardPaths::isWildcard);
        if (wildcard && key.size() > 1) {
            throw new CommandException(ErrorCode.COMMAND_NOT_SUPPORTED, "compound wildcard indexes are not supported");
        }
        if (hashed > 1) {
            throw new CommandException(
                    SEVERAL_HASHED_FIELDS,
                    "A maximum of one index field is allowed to be hashed but found " + hashed + " for 'key' "
                            + ValueText.of(key));
        }
    }

    private void checkKind(BsonValue kind) {
        if (kind.isNumber()) {
            double direction = kind.asNumber().doubleValue();
            if (Double.isNaN(direction)) {
                throw inKeyPattern("Values in the index key pattern cannot be NaN.");
            }
            if (direction == 0) {
                throw inKeyPattern("Values in the index key pattern cannot be 0.");
            }
            return;
        }
        if (!kind.isString()) {
            throw inKeyPattern("Values in v:2 index key pattern cannot be of type " + BsonTypes.name(kind)
                    + ". Only numbers > 0, numbers < 0, and strings are allowed.");
        }
        String plugin = kind.asString().getValue();
        if (KINDS_NOT_SUPPORTED.contains(plugin)) {
            throw new CommandException(
                    ErrorCode.COMMAND_NOT_SUPPORTED, "indexes of type '" + plugin + "' are not supported");
        }
        if (!plugin.equals(HASHED)) {
            throw inKeyPattern("Unknown index plugin '" + plugin + "'");
        }
    }

    private void checkPath(String path, BsonValue kind) {
        if (path.isEmpty()) {
            throw inKeyPattern("Index keys cannot be an empty field.");
        }
        List<String> parts = List.of(path.split("\\.", -1));
        // A wildcard is the last part, and has a direction.
        boolean wildcard = WildcardPaths.isWildcard(path) && kind.isNumber();
        int named = wildcard ? parts.size() - 1 : parts.size();
        for (int i = 0; i < named; i++) {
            String part = parts.get(i);
            if (part.isEmpty()) {
                throw inKeyPattern("Index keys cannot contain an empty field.");
            }
            boolean ofReference = i > 0 && (part.equals("$db") || part.equals("$id") || part.equals("$ref"));
            if (part.charAt(0) == '$' && !ofReference) {
                throw inKeyPattern("Index key contains an illegal field name: field name starts with '$'.");
            }
        }
    }

    private static void checkVersion(BsonValue version) {
        if (!version.isNumber()) {
            throw new CommandException(
                    ErrorCode.TYPE_MISMATCH, "The field 'v' must be a number, but got " + BsonTypes.name(version));
        }
        double number = version.asNumber().doubleValue();
        if (number == 1) {
            throw new CommandException(ErrorCode.COMMAND_NOT_SUPPORTED, "indexes of version 1 are not supported");
        }
        if (number != 2) {
            throw new CommandException(
                    ErrorCode.CANNOT_CREATE_INDEX,
                    "Invalid index specification " + ValueText.of(new BsonDocument("v", version))
                            + "; cannot create an index with v=" + ValueText.of(version));
        }
    }

    private static void checkCollation(BsonDocument collation) {
        if (collation.isEmpty()) {
            throw new CommandException(ErrorCode.BAD_VALUE, "The field 'collation' cannot be an empty object.");
        }
    }

    private static String name(BsonValue value) {
        if (!value.isString()) {
            throw new CommandException(
                    ErrorCode.TYPE_MISMATCH, "The field 'name' must be a string, but got " + BsonTypes.name(value));
        }
        String name = value.asString().getValue();
        if (name.isEmpty()) {
            throw new CommandException(ErrorCode.CANNOT_CREATE_INDEX, "index name cannot be empty");
        }
        if (name.indexOf('\0') >= 0) {
            throw new CommandException(ErrorCode.CANNOT_CREATE_INDEX, "index name cannot contain NUL bytes");
        }
        if (name.equals("*")) {
            throw new CommandException(ErrorCode.BAD_VALUE, "The index name '*' is not valid.");
        }
        return name;
    }

    private static BsonDocument object(String field, BsonValue value) {
        if (value instanceof BsonDocument document) {
            return document;
        }
        throw new CommandException(
                ErrorCode.TYPE_MISMATCH,
                "The field '" + field + "' must be an object, but got " + BsonTypes.name(value));
    }

    static boolean truth(String field, BsonValue value) {
        if (value.isBoolean()) {
            return value.asBoolean().getValue();
        }
        if (value.isNumber()) {
            return value.asNumber().doubleValue() != 0;
        }
        throw new CommandException(
                ErrorCode.TYPE_MISMATCH,
                "The field '" + field + "' has value " + ValueText.element(field, value)
                        + ", which is not convertible to bool");
    }

    private CommandException unknownField(String field) {
        if (OPTIONS_NOT_SUPPORTED.contains(field)) {
            return new CommandException(
                    ErrorCode.COMMAND_NOT_SUPPORTED, "the index option '" + field + "' is not supported");
        }
        return new CommandException(
                ErrorCode.INVALID_INDEX_SPECIFICATION_OPTION,
                "The field '" + field + "' is not valid for an index specification. Specification: "
                        + ValueText.of(spec));
    }

    private static void checkNamespace(BsonValue value) {
        if (!value.isString()) {
            throw new CommandException(
                    ErrorCode.TYPE_MISMATCH, "The field 'ns' must be a string, but got " + ValueText.of(value));
        }
    }

    private static CommandException missing(String field) {
        return new CommandException(
                ErrorCode.FAILED_TO_PARSE,
                "The '" + field + "' field is a required property of an index specification");
    }

    private CommandException inKeyPattern(String problem) {
        return new CommandException(
                ErrorCode.CANNOT_CREATE_INDEX,
                "Error in specification " + ValueText.of(spec) + " :: caused by :: " + problem);
    }
}
