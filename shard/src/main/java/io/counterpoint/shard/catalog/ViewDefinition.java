package io.counterpoint.shard.catalog;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.Pipeline;
import io.counterpoint.query.collation.Collation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What a view shows: the documents that a pipeline makes of a collection or of another view of the same database.
 * Immutable; any thread.
 *
 * <p>Source: MongoDB manual, "Views".
 *
 * @param viewOn name of the collection or view below, without the database
 * @param pipeline stages as the client sent them
 * @param collation of everything that reads the view
 */
public record ViewDefinition(String viewOn, List<BsonDocument> pipeline, Collation collation) {
    /** The option that makes a view. */
    public static final String VIEW_ON = "viewOn";

    /** The stages. */
    public static final String PIPELINE = "pipeline";

    private static final String COLLATION = "collation";

    /** All options of a view. */
    public static final List<String> OPTIONS = List.of(VIEW_ON, PIPELINE);

    /** What checked options define; null when they are those of a collection. */
    static @Nullable ViewDefinition of(BsonDocument options) {
        if (!(options.get(VIEW_ON) instanceof BsonString viewOn)) {
            return null;
        }
        BsonArray stages = options.getArray(PIPELINE, new BsonArray());
        return new ViewDefinition(
                viewOn.getValue(), stages.stream().map(BsonValue::asDocument).toList(), Collation.ofOptions(options));
    }

    /**
     * The options of a new view, checked and in the form in which they are stored.
     *
     * @param name of the view
     * @param options as a client sent them
     * @return {@code {viewOn, pipeline, collation?}}
     * @throws CommandException InvalidOptions (72) for an option that only collections have; BadValue (2),
     *     InvalidNamespace (73), OptionNotSupportedOnView (167), and what the pipeline's parser says
     */
    public static BsonDocument checked(Namespace name, BsonDocument options) {
        for (Map.Entry<String, BsonValue> option : options.entrySet()) {
            boolean harmless = OPTIONS.contains(option.getKey())
                    || option.getKey().equals(COLLATION)
                    || option.getValue().isNull()
                    || option.getValue().equals(BsonBoolean.FALSE);
            if (!harmless) {
                throw notOnViews(option.getKey());
            }
        }
        BsonArray pipeline = pipeline("create", options);
        String viewOn = viewOn("create", options);
        Collation collation = Collation.ofOptions(options);
        check(name, viewOn, pipeline, collation);
        BsonDocument checked = new BsonDocument(VIEW_ON, new BsonString(viewOn)).append(PIPELINE, pipeline);
        return collation.isSimple() ? checked : checked.append(COLLATION, collation.toDocument());
    }

    /**
     * The options of a view after {@code collMod}.
     *
     * @param name of the view
     * @param options the view's options as stored
     * @param changes {@code viewOn}, {@code pipeline} or both, as sent
     * @throws CommandException as {@link #checked}
     */
    public static BsonDocument changed(Namespace name, BsonDocument options, BsonDocument changes) {
        BsonDocument changed = new BsonDocument();
        changed.putAll(options);
        if (changes.containsKey(VIEW_ON)) {
            changed.put(VIEW_ON, new BsonString(viewOn("collMod", changes)));
        }
        if (changes.containsKey(PIPELINE)) {
            changed.put(PIPELINE, pipeline("collMod", changes));
        }
        check(name, changed.getString(VIEW_ON).getValue(), changed.getArray(PIPELINE), Collation.ofOptions(changed));
        return changed;
    }

    /** InvalidOptions (72) for an option that only collections have. */
    public static CommandException notOnViews(String option) {
        return new CommandException(ErrorCode.INVALID_OPTIONS, "option not supported on a view: " + option);
    }

    /** InvalidOptions (72) for an option that only views have. */
    public static CommandException onlyOnViews(String option) {
        return new CommandException(ErrorCode.INVALID_OPTIONS, "option only supported on a view: " + option);
    }

    /** CommandNotSupportedOnView (166) for a command that wants a collection. */
    public static CommandException notACollection(Namespace namespace) {
        return new CommandException(
                ErrorCode.COMMAND_NOT_SUPPORTED_ON_VIEW, "Namespace " + namespace + " is a view, not a collection");
    }

    private static String viewOn(String command, BsonDocument options) {
        BsonValue value = options.get(VIEW_ON);
        if (!(value instanceof BsonString viewOn)) {
            throw wrongType(command, VIEW_ON, value, "string");
        }
        if (viewOn.getValue().isEmpty()) {
            throw new CommandException(ErrorCode.BAD_VALUE, "'viewOn' cannot be empty");
        }
        return viewOn.getValue();
    }

    private static BsonArray pipeline(String command, BsonDocument options) {
        BsonValue value = options.get(PIPELINE);
        if (value == null || value.isNull()) {
            return new BsonArray();
        }
        if (!(value instanceof BsonArray stages)) {
            throw wrongType(command, PIPELINE, value, "array");
        }
        return stages;
    }

    private static CommandException wrongType(
            String command, String option, @Nullable BsonValue value, String expected) {
        return new CommandException(
                ErrorCode.TYPE_MISMATCH,
                "BSON field '" + command + "." + option + "' is the wrong type '"
                        + (value == null ? "missing" : BsonTypes.alias(value.getBsonType())) + "', expected type '"
                        + expected + "'");
    }

    private static void demandName(String database, String viewOn) {
        try {
            Namespace unused = Namespace.of(database, viewOn);
        } catch (CommandException refused) {
            throw new CommandException(ErrorCode.INVALID_NAMESPACE, "invalid name for 'viewOn': " + viewOn);
        }
    }

    private static void check(Namespace name, String viewOn, BsonArray stages, Collation collation) {
        demandName(name.database(), viewOn);
        Pipeline pipeline = Pipeline.parse(stages, QueryContext.plain().withCollation(collation));
        if (pipeline.writes()) {
            int last = stages.size() - 1;
            throw new CommandException(
                    ErrorCode.OPTION_NOT_SUPPORTED_ON_VIEW,
                    "Invalid pipeline for view " + name + " :: caused by :: The aggregation stage "
                            + stages.get(last).asDocument().getFirstKey() + " in location " + last
                            + " of the pipeline cannot be used in the view definition of " + name
                            + " because it writes to disk");
        }
    }

    /** Names, within the database, of all that the view reads: what it is on, and what its stages join. */
    Set<String> sources() {
        Set<String> sources = new LinkedHashSet<>();
        sources.add(viewOn);
        addSources(new BsonArray(pipeline), sources);
        return sources;
    }

    private static void addSources(BsonArray stages, Set<String> sources) {
        stages.forEach(stage -> stage.asDocument().forEach((name, arguments) -> addSources(name, arguments, sources)));
    }

    private static void addSources(String stage, BsonValue arguments, Set<String> sources) {
        switch (stage) {
            case "$lookup", "$graphLookup" -> addJoin(arguments, "from", sources);
            case "$unionWith" -> {
                if (arguments instanceof BsonString collection) {
                    sources.add(collection.getValue());
                } else {
                    addJoin(arguments, "coll", sources);
                }
            }
            case "$facet" -> arguments.asDocument().values().forEach(facet -> addSources(facet.asArray(), sources));
            default -> {
                // Reads nothing but its input.
            }
        }
    }

    private static void addJoin(BsonValue arguments, String field, Set<String> sources) {
        if (arguments instanceof BsonDocument join) {
            if (join.get(field) instanceof BsonString collection) {
                sources.add(collection.getValue());
            }
            if (join.get(PIPELINE) instanceof BsonArray inner) {
                addSources(inner, sources);
            }
        }
    }
}
