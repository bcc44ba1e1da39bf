package io.counterpoint.query.aggregate.stage;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.spill.SpillSpace;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.query.accumulator.Accumulator;
import io.counterpoint.query.aggregate.flow.BlockingIterator;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.flow.StageSplit;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import io.counterpoint.query.memory.Detached;
import io.counterpoint.query.memory.MemoryBudget;
import io.counterpoint.query.memory.SortedRuns;
import io.counterpoint.query.memory.StageMemory;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$group: {_id: expression, field: {$accumulator: expression}, …}}}.
 *
 * <pre>
 * {g: "a", n: 1}, {g: "b", n: 2}, {g: "a", n: 3}
 *   {$group: {_id: "$g", n: {$sum: "$n"}}}
 * {_id: "a", n: 4}, {_id: "b", n: 2}
 * </pre>
 *
 * <p>Groups come out in the order in which their first documents came in, or by their keys when they did not fit into
 * memory: then their states went to disk in runs ordered by key, in the partial form of the accumulators. Split, each
 * shard sends its groups' states in the partial form of the accumulators, as {@code {_id: key, p: [partial, …]}}, and
 * the router merges those with equal keys.
 *
 * <p>Source: MongoDB manual, "$group (aggregation)".
 *
 * @param source the argument
 * @param part which half of a split stage it is
 * @param key by what documents are grouped
 * @param fields what is accumulated
 * @param variables of the command
 * @param order in which equal keys are one group
 */
record GroupStage(
        BsonDocument source, Part part, Expression key, AccumulatedFields fields, Variables variables, ValueOrder order)
        implements Stage {
    static final String NAME = "$group";
    static final String PARTIAL_NAME = "$_partialGroup";
    static final String MERGE_NAME = "$_mergeGroup";

    private static final String ID = "_id";
    private static final String PARTIALS = PartialGroups.PARTIALS;

    /** The whole stage or one of its halves. */
    enum Part {
        /** Documents in, results out. */
        WHOLE(NAME),
        /** Documents in, partial states out. */
        SHARD(PARTIAL_NAME),
        /** Partial states in, results out. */
        ROUTER(MERGE_NAME);

        private final String stageName;

        Part(String stageName) {
            this.stageName = stageName;
        }
    }

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        return List.of(parse(argument, Part.WHOLE, parsing));
    }

    static List<Stage> parsePartial(BsonValue argument, StageParsing parsing) {
        return List.of(parse(argument, Part.SHARD, parsing));
    }

    static List<Stage> parseMerge(BsonValue argument, StageParsing parsing) {
        return List.of(parse(argument, Part.ROUTER, parsing));
    }

    @Override
    public BsonDocument toBson() {
        return new BsonDocument(part.stageName, source);
    }

    @Override
    public StageSplit split() {
        return new StageSplit.Partial(
                List.of(new GroupStage(source, Part.SHARD, key, fields, variables, order)),
                List.of(new GroupStage(source, Part.ROUTER, key, fields, variables, order)),
                null);
    }

    @Override
    public DocumentIterator apply(DocumentIterator input, StageContext context) {
        return new BlockingIterator(input, all -> new Groups(context.memory()).collect(all));
    }

    private static Stage parse(BsonValue argument, Part part, StageParsing parsing) {
        if (!argument.isDocument()) {
            throw StageErrors.location(15947, "a group's fields must be specified in an object");
        }
        BsonDocument source = argument.asDocument();
        BsonValue id = source.get(ID);
        AccumulatedFields fields = AccumulatedFields.parse(source, Set.of(ID), parsing.query());
        if (id == null) {
            throw StageErrors.location(15955, "a group specification must include an _id");
        }
        Expression key = Expression.parse(id, parsing.query());
        return new GroupStage(
                source,
                part,
                key,
                fields,
                Variables.of(parsing.query()),
                parsing.query().order());
    }

    /** The groups of one run. */
    private final class Groups {
        private final StageMemory memory;
        private final MemoryBudget budget;
        private Map<ValueKey, Accumulator[]> states = new LinkedHashMap<>();
        private @Nullable BsonValue lastKey;
        private Accumulator @Nullable [] lastStates;
        private @Nullable SortedRuns<BsonDocument> runs;

        Groups(StageMemory memory) {
            this.memory = memory;
            this.budget = new MemoryBudget(NAME, memory.bytesMax());
        }

        DocumentIterator collect(DocumentIterator input) {
            boolean complete = false;
            try {
                while (input.hasNext()) {
                    add(input.next());
                }
                DocumentIterator results = results();
                complete = true;
                return results;
            } finally {
                if (!complete) {
                    close();
                }
            }
        }

        private void add(BsonDocument document) {
            long grownBytes = part == Part.ROUTER
                    ? fields.merge(statesOf(document.get(ID, BsonNull.VALUE)), document.getArray(PARTIALS))
                    : fields.add(statesOf(keyOf(document)), document, variables);
            if (!budget.takeAtMost(grownBytes, this::bytesHeld)) {
                spill();
            }
        }

        private BsonValue keyOf(BsonDocument document) {
            BsonValue value = key.evaluate(document, variables);
            return value == null ? BsonNull.VALUE : value;
        }

        private Accumulator[] statesOf(BsonValue keyValue) {
            // A constant key is one object for all documents: no need to look it up each time.
            Accumulator @Nullable [] last = lastStates;
            if (last != null && keyValue == lastKey) {
                return last;
            }
            Accumulator[] known = states.get(new ValueKey(keyValue, order));
            Accumulator[] found = known == null ? create(keyValue) : known;
            lastKey = keyValue;
            lastStates = found;
            return found;
        }

        private Accumulator[] create(BsonValue keyValue) {
            Accumulator[] created = fields.newStates();
            ValueKey owned = new ValueKey(Detached.copyOf(keyValue), order);
            long bytes = MemoryBudget.estimate(owned.value()) + fields.bytesOf(created);
            if (!budget.takeAtMost(bytes, this::bytesHeld)) {
                spill();
                budget.take(bytes);
            }
            states.put(owned, created);
            return created;
        }

        private long bytesHeld() {
            long bytes = 0;
            for (Map.Entry<ValueKey, Accumulator[]> group : states.entrySet()) {
                bytes += MemoryBudget.estimate(group.getKey().value()) + fields.bytesOf(group.getValue());
            }
            return bytes;
        }

        private void spill() {
            SpillSpace space = memory.space();
            if (space == null) {
                throw new CommandException(
                        ErrorCode.QUERY_EXCEEDED_MEMORY_LIMIT_NO_DISK_USE_ALLOWED,
                        "Exceeded memory limit for $group, but didn't allow external sort. Pass allowDiskUse:true to"
                                + " opt in.");
            }
            if (states.size() == 1) {
                throw fields.exceeded(memory.bytesMax());
            }
            SortedRuns<BsonDocument> target = runs;
            if (target == null) {
                target = new SortedRuns<>(space, PartialGroups.format(order));
                runs = target;
            }
            target.add(partials());
            states = new LinkedHashMap<>();
            lastStates = null;
            budget.releaseAll();
        }

        /** The groups in memory, ordered by key. */
        private List<BsonDocument> partials() {
            return states.entrySet().stream()
                    .map(group -> PartialGroups.of(group.getKey().value(), fields.partials(group.getValue())))
                    .sorted(PartialGroups.format(order).order())
                    .toList();
        }

        private DocumentIterator results() {
            if (runs == null) {
                return DocumentIterator.over(states.entrySet().stream()
                        .map(group -> output(group.getKey().value(), group.getValue()))
                        .iterator());
            }
            Iterator<BsonDocument> partials = runs.merged(partials());
            states = new LinkedHashMap<>();
            return new PartialGroups(partials, fields, order, memory.bytesMax(), GroupStage.this::output, this::close);
        }

        private void close() {
            if (runs != null) {
                runs.close();
            }
        }
    }

    private BsonDocument output(BsonValue id, Accumulator[] groupStates) {
        return part == Part.SHARD ? PartialGroups.of(id, fields.partials(groupStates)) : fields.output(id, groupStates);
    }
}
