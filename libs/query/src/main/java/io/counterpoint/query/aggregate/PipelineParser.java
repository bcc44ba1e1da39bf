package io.counterpoint.query.aggregate;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.flow.NestedPipeline;
import io.counterpoint.query.aggregate.flow.Nesting;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageAbility;
import io.counterpoint.query.aggregate.flow.StageEntry;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.stage.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Reads the stages of one pipeline and checks that each stands where it may. */
final class PipelineParser implements StageParsing {
    /** Most stages of a pipeline; MongoDB's limit. */
    private static final int STAGE_COUNT_MAX = 1_000;

    private final PipelineDoor door;
    private final Nesting nesting;
    private final QueryContext context;

    PipelineParser(PipelineDoor door, Nesting nesting, QueryContext context) {
        this.door = door;
        this.nesting = nesting;
        this.context = context;
    }

    @Override
    public QueryContext query() {
        return context;
    }

    @Override
    public NestedPipeline parse(BsonArray stages, Nesting inner, QueryContext innerContext) {
        return new PipelineParser(PipelineDoor.CLIENT, inner, innerContext).parsePipeline(stages);
    }

    Pipeline parsePipeline(BsonArray documents) {
        if (documents.size() > STAGE_COUNT_MAX) {
            throw new CommandException(
                    ErrorCode.location(7749501),
                    "Pipeline length must be no longer than " + STAGE_COUNT_MAX + " stages.");
        }
        List<Stage> stages = new ArrayList<>();
        for (int i = 0; i < documents.size(); i++) {
            Map.Entry<String, BsonValue> stage = stage(documents.get(i));
            StageEntry entry = entry(stage.getKey());
            checkPlace(entry, i, documents.size());
            stages.addAll(entry.parser().parse(stage.getValue(), this));
        }
        return new Pipeline(stages, context);
    }

    private static Map.Entry<String, BsonValue> stage(BsonValue value) {
        if (!value.isDocument()) {
            throw new CommandException(
                    ErrorCode.TYPE_MISMATCH, "Each element of the 'pipeline' array must be an object");
        }
        BsonDocument document = value.asDocument();
        if (document.size() != 1) {
            throw new CommandException(
                    ErrorCode.location(40323), "A pipeline stage specification object must contain exactly one field.");
        }
        return document.entrySet().iterator().next();
    }

    private StageEntry entry(String name) {
        return Stages.find(name)
                .filter(entry -> door == PipelineDoor.ROUTER || !entry.can(StageAbility.FROM_ROUTER))
                .orElseThrow(() -> unknown(name));
    }

    private static CommandException unknown(String name) {
        return Stages.isKnownButNotSupported(name)
                ? new CommandException(
                        ErrorCode.COMMAND_NOT_SUPPORTED, "The aggregation stage " + name + " is not supported")
                : new CommandException(ErrorCode.location(40324), "Unrecognized pipeline stage name: '" + name + "'");
    }

    private void checkPlace(StageEntry entry, int index, int count) {
        checkNesting(entry);
        if (entry.can(StageAbility.SOURCE) && index > 0) {
            throw new CommandException(
                    ErrorCode.location(40602), entry.name() + " is only valid as the first stage in a pipeline");
        }
        if (entry.can(StageAbility.LAST) && index < count - 1) {
            throw new CommandException(
                    ErrorCode.location(40601), entry.name() + " can only be the final stage in the pipeline");
        }
    }

    private void checkNesting(StageEntry entry) {
        String name = entry.name();
        switch (nesting) {
            case NONE -> {}
            case FACET ->
                require(entry, StageAbility.IN_FACET, 40600, name + " is not allowed to be used within a $facet stage");
            case LOOKUP ->
                require(entry, StageAbility.IN_LOOKUP, 51047, name + " is not allowed within a $lookup's sub-pipeline");
            case UNION_WITH ->
                require(
                        entry,
                        StageAbility.IN_LOOKUP,
                        31441,
                        name + " is not allowed within a $unionWith's sub-pipeline");
            case UPDATE ->
                require(
                        entry,
                        StageAbility.IN_UPDATE,
                        ErrorCode.INVALID_OPTIONS.number(),
                        name + " is not allowed to be used within an update");
        }
    }

    private static void require(StageEntry entry, StageAbility ability, int code, String refusal) {
        if (!entry.can(ability)) {
            throw new CommandException(ErrorCode.location(code), refusal);
        }
    }
}
