package io.counterpoint.shard.catalog;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Which paths of a document a wildcard index files:
 *
 * <pre>
 * { "$**": 1 }                                        all but _id
 * { "a.$**": 1 }                                      a and all below it
 * { "$**": 1 }   wildcardProjection { a: 1, b.c: 1 }  a, b.c and all below them
 * { "$**": 1 }   wildcardProjection { a: 0 }          all but _id, a and all below it
 * </pre>
 *
 * <p>Immutable; any thread. Source: MongoDB manual, "Wildcard Indexes".
 *
 * @param included what is filed with all below it; empty for everything
 * @param excluded what is not filed, nor anything below it
 */
public record WildcardPaths(Set<FieldPath> included, Set<FieldPath> excluded) {
    static final String WILDCARD = "$**";

    private static final String PROJECTION = IndexOptions.WILDCARD_PROJECTION;
    private static final FieldPath ID = FieldPath.parse("_id");

    /** MongoDB's refusals of a projection that both keeps and drops. */
    private static final ErrorCode EXCLUSION_AMONG_INCLUSIONS = ErrorCode.location(31254);

    private static final ErrorCode INCLUSION_AMONG_EXCLUSIONS = ErrorCode.location(31253);

    public WildcardPaths {
        included = Set.copyOf(included);
        excluded = Set.copyOf(excluded);
    }

    /** Whether a field of a key pattern stands for many paths. */
    static boolean isWildcard(String field) {
        return field.equals(WILDCARD) || field.endsWith("." + WILDCARD);
    }

    /**
     * The paths of a key pattern and its projection, both checked; null when the index is no wildcard index.
     *
     * @param projection null for none
     */
    static @Nullable WildcardPaths of(BsonDocument key, @Nullable BsonDocument projection) {
        String field = key.getFirstKey();
        if (!isWildcard(field)) {
            return null;
        }
        if (!field.equals(WILDCARD)) {
            String below = field.substring(0, field.length() - WILDCARD.length() - 1);
            return new WildcardPaths(Set.of(FieldPath.parse(below)), Set.of());
        }
        return projection == null ? new WildcardPaths(Set.of(), Set.of(ID)) : ofProjection(projection);
    }

    /**
     * The projection of a specification that a client sent; null when it has none.
     *
     * @throws CommandException BadValue (2), TypeMismatch (14), FailedToParse (9), 31253 and 31254
     */
    static @Nullable BsonDocument parseProjection(BsonDocument spec) {
        BsonValue value = spec.get(PROJECTION);
        if (value == null) {
            return null;
        }
        String field = spec.getDocument("key").getFirstKey();
        if (!isWildcard(field)) {
            throw refusal(
                    ErrorCode.BAD_VALUE, spec, "The field '" + PROJECTION + "' is only allowed in 'wildcard' indexes");
        }
        if (!(value instanceof BsonDocument projection)) {
            throw refusal(
                    ErrorCode.TYPE_MISMATCH,
                    spec,
                    "The field '" + PROJECTION + "' must be a non-empty object, but got " + BsonTypes.name(value));
        }
        if (!field.equals(WILDCARD)) {
            throw refusal(
                    ErrorCode.FAILED_TO_PARSE,
                    spec,
                    "The field '" + PROJECTION + "' is only allowed when 'key' is {\"$**\": ±1}");
        }
        if (projection.isEmpty()) {
            throw refusal(ErrorCode.FAILED_TO_PARSE, spec, "The '" + PROJECTION + "' field can't be an empty object");
        }
        try {
            ofProjection(projection);
        } catch (CommandException refused) {
            throw refusal(
                    refused.code(),
                    spec,
                    "Failed to parse projection: " + PROJECTION + " :: caused by :: " + refused.text());
        }
        return projection;
    }

    private static CommandException refusal(ErrorCode code, BsonDocument spec, String problem) {
        return new CommandException(
                code, "Error in specification " + ValueText.of(spec) + " :: caused by :: " + problem);
    }

    private static WildcardPaths ofProjection(BsonDocument projection) {
        List<FieldPath> kept = new ArrayList<>();
        List<FieldPath> dropped = new ArrayList<>();
        flatten("", projection, kept, dropped);
        boolean keepsId = kept.contains(ID);
        boolean keepsOthers = kept.size() > (keepsId ? 1 : 0);
        boolean dropsOthers = dropped.size() > (dropped.contains(ID) ? 1 : 0);
        if (keepsOthers && dropsOthers) {
            boolean keepsFirst = isTrue(projection.get(projection.getFirstKey()));
            FieldPath odd = keepsFirst ? dropped.get(0) : kept.get(0);
            throw keepsFirst
                    ? new CommandException(
                            EXCLUSION_AMONG_INCLUSIONS,
                            "Cannot do exclusion on field " + odd + " in inclusion projection")
                    : new CommandException(
                            INCLUSION_AMONG_EXCLUSIONS,
                            "Cannot do inclusion on field " + odd + " in exclusion projection");
        }
        if (dropsOthers || (!keepsOthers && !keepsId)) {
            List<FieldPath> excluded = new ArrayList<>(dropped);
            if (!keepsId) {
                excluded.add(ID);
            }
            return new WildcardPaths(Set.copyOf(excluded), true);
        }
        return new WildcardPaths(Set.copyOf(kept), false);
    }

    private WildcardPaths(Set<FieldPath> paths, boolean excluded) {
        this(excluded ? Set.of() : paths, excluded ? paths : Set.of());
    }

    private static void flatten(String prefix, BsonDocument projection, List<FieldPath> kept, List<FieldPath> dropped) {
        for (Map.Entry<String, BsonValue> field : projection.entrySet()) {
            String path = prefix + field.getKey();
            BsonValue value = field.getValue();
            if (value instanceof BsonDocument inner
                    && !inner.isEmpty()
                    && !inner.getFirstKey().startsWith("$")) {
                flatten(path + ".", inner, kept, dropped);
            } else if (value instanceof BsonNumber || value instanceof BsonBoolean) {
                (isTrue(value) ? kept : dropped).add(FieldPath.parse(path));
            } else {
                throw new CommandException(
                        ErrorCode.FAILED_TO_PARSE,
                        "a path is kept with 1 or dropped with 0, not computed: " + ValueText.element(path, value));
            }
        }
    }

    private static boolean isTrue(@Nullable BsonValue value) {
        return value instanceof BsonBoolean truth
                ? truth.getValue()
                : !(value instanceof BsonNumber number) || number.doubleValue() != 0;
    }

    /** Whether values at a path are filed. */
    public boolean covers(FieldPath path) {
        return (included.isEmpty() || anyLeadsTo(included, path)) && !anyLeadsTo(excluded, path);
    }

    /** Whether values at a path or somewhere below it may be filed. */
    public boolean coversBelow(FieldPath path) {
        if (covers(path)) {
            return true;
        }
        for (FieldPath one : included) {
            if (path.isPrefixOf(one)) {
                return true;
            }
        }
        return false;
    }

    private static boolean anyLeadsTo(Set<FieldPath> paths, FieldPath path) {
        for (FieldPath one : paths) {
            if (one.isPrefixOf(path)) {
                return true;
            }
        }
        return false;
    }
}
