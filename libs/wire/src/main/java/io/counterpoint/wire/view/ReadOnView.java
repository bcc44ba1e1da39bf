package io.counterpoint.wire.view;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A read command over a view, as an aggregate over it: whoever runs the aggregate puts the view's pipeline before it.
 *
 * <pre>
 * {find: "v", filter: f, sort: s, skip: 5, limit: 10, projection: p}
 *     {aggregate: "v", pipeline: [{$match: f}, {$sort: s}, {$skip: 5}, {$limit: 10}, {$project: p}], cursor: {}}
 * {count: "v", query: f}
 *     [{$match: f}, {$count: "count"}]
 * {distinct: "v", key: "a.b", query: f}
 *     [{$match: f}, {$unwind: "$a"}, {$unwind: "$a.b"}, {$group: {_id: null, distinct: {$addToSet: "$a.b"}}}]
 * </pre>
 *
 * <p>Source: MongoDB manual, "Views"; the options that views refuse as in its server.
 */
public final class ReadOnView {
    private static final String COUNT = "count";
    private static final String DISTINCT = "distinct";

    /** Fields of the commands that become stages or part of the cursor; all others go along. */
    private static final Set<String> BECOME_STAGES = Set.of(
            "filter",
            "sort",
            "projection",
            "skip",
            "limit",
            "batchSize",
            "singleBatch",
            "query",
            "fields",
            "key",
            "min",
            "max",
            "returnKey",
            "showRecordId",
            "tailable",
            "awaitData",
            "oplogReplay",
            "noCursorTimeout",
            "allowPartialResults");

    private static final String[] REFUSED_BY_FIND = {
        "min", "max", "returnKey", "showRecordId", "noCursorTimeout", "allowPartialResults"
    };

    private ReadOnView() {}

    /**
     * The aggregate that a command comes to.
     *
     * @param request a {@code find}, {@code count}, {@code distinct}, or an {@code aggregate}, which is one already
     * @throws CommandException InvalidPipelineOperator (168) for an option of find that pipelines do not have
     */
    public static CommandRequest asAggregate(CommandRequest request) {
        Arguments arguments = Arguments.of(request);
        return switch (request.name()) {
            case "find" -> aggregate(request, findStages(arguments), cursor(arguments));
            case COUNT -> aggregate(request, countStages(arguments), new BsonDocument());
            case DISTINCT -> aggregate(request, distinctStages(arguments), new BsonDocument());
            default -> request;
        };
    }

    private static CommandRequest aggregate(CommandRequest request, List<BsonDocument> stages, BsonDocument cursor) {
        BsonDocument body = new BsonDocument("aggregate", request.body().get(request.name()))
                .append("pipeline", new BsonArray(stages))
                .append("cursor", cursor);
        for (Map.Entry<String, BsonValue> field : request.body().entrySet()) {
            if (!BECOME_STAGES.contains(field.getKey()) && !field.getKey().equals(request.name())) {
                body.append(field.getKey(), field.getValue());
            }
        }
        return request.withBody(BsonBytes.raw(body));
    }

    private static List<BsonDocument> findStages(Arguments find) {
        refuseFindOptions(find);
        List<BsonDocument> stages = new ArrayList<>();
        addIfAny(stages, "$match", find.documentOrEmpty("filter"));
        addIfAny(stages, "$sort", find.documentOrEmpty("sort"));
        addRange(stages, find.count("skip", 0), find.count("limit", 0));
        addIfAny(stages, "$project", find.documentOrEmpty("projection"));
        return stages;
    }

    private static void refuseFindOptions(Arguments find) {
        for (String option : REFUSED_BY_FIND) {
            if (isSet(find.value(option))) {
                throw notInAggregation("Option " + option + " not supported in aggregation.");
            }
        }
        if (isSet(find.value("tailable"))) {
            throw notInAggregation("Tailable cursors are not supported in aggregation.");
        }
        if (find.documentOrEmpty("sort").containsKey("$natural")) {
            throw notInAggregation("Sort option $natural not supported in aggregation.");
        }
        if (find.bool("singleBatch", false) && find.count("limit", 0) != 1) {
            throw notInAggregation("Option singleBatch not supported in aggregation.");
        }
    }

    private static boolean isSet(@Nullable BsonValue value) {
        return value != null
                && !value.equals(BsonBoolean.FALSE)
                && !(value instanceof BsonDocument document && document.isEmpty());
    }

    private static CommandException notInAggregation(String text) {
        return new CommandException(ErrorCode.INVALID_PIPELINE_OPERATOR, text);
    }

    private static BsonDocument cursor(Arguments find) {
        OptionalLong batchSize = find.number("batchSize");
        return batchSize.isEmpty()
                ? new BsonDocument()
                : new BsonDocument("batchSize", new BsonInt64(batchSize.getAsLong()));
    }

    private static List<BsonDocument> countStages(Arguments count) {
        List<BsonDocument> stages = new ArrayList<>();
        addIfAny(stages, "$match", count.documentOrEmpty("query"));
        addRange(stages, count.count("skip", 0), Math.abs(count.number("limit").orElse(0)));
        stages.add(new BsonDocument("$count", new BsonString(COUNT)));
        return stages;
    }

    private static List<BsonDocument> distinctStages(Arguments distinct) {
        List<BsonDocument> stages = new ArrayList<>();
        addIfAny(stages, "$match", distinct.documentOrEmpty("query"));
        String key = distinct.requiredString("key");
        for (int dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.', dot + 1)) {
            stages.add(unwind(key.substring(0, dot)));
        }
        stages.add(unwind(key));
        BsonDocument values = new BsonDocument("$addToSet", new BsonString("$" + key));
        stages.add(new BsonDocument("$group", new BsonDocument("_id", BsonNull.VALUE).append(DISTINCT, values)));
        return stages;
    }

    private static BsonDocument unwind(String path) {
        return new BsonDocument(
                "$unwind",
                new BsonDocument("path", new BsonString("$" + path))
                        .append("preserveNullAndEmptyArrays", BsonBoolean.TRUE));
    }

    private static void addIfAny(List<BsonDocument> stages, String stage, BsonDocument argument) {
        if (!argument.isEmpty()) {
            stages.add(new BsonDocument(stage, argument));
        }
    }

    private static void addRange(List<BsonDocument> stages, long skip, long limit) {
        if (skip > 0) {
            stages.add(new BsonDocument("$skip", new BsonInt64(skip)));
        }
        if (limit > 0) {
            stages.add(new BsonDocument("$limit", new BsonInt64(limit)));
        }
    }

    /** The reply of a count, from that of its aggregate. */
    public static BsonDocument countReply(BsonDocument aggregated) {
        BsonArray batch = firstBatch(aggregated);
        BsonValue count =
                batch.isEmpty() ? new BsonInt32(0) : batch.get(0).asDocument().get(COUNT);
        return new BsonDocument("n", count);
    }

    /** The values of a distinct, from the reply of its aggregate: each once, in no order. */
    public static List<BsonValue> distinctValues(BsonDocument aggregated) {
        BsonArray batch = firstBatch(aggregated);
        return batch.isEmpty() ? List.of() : batch.get(0).asDocument().getArray(DISTINCT);
    }

    private static BsonArray firstBatch(BsonDocument reply) {
        return reply.getDocument("cursor").getArray("firstBatch");
    }
}
