package io.counterpoint.shard.plan;

import io.counterpoint.base.limit.Limits;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.filter.Interval;
import io.counterpoint.shard.catalog.IndexDescription;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** A plan as a tree of MongoDB's stages, the last one outermost. Source: MongoDB manual, "Explain Results". */
final class PlanExplanation {
    private final Plan plan;
    private final @Nullable PlanRunner run;

    /** The plan alone. */
    PlanExplanation(Plan plan) {
        this(plan, null);
    }

    /** The plan with what a run of it has counted so far. */
    PlanExplanation(Plan plan, @Nullable PlanRunner run) {
        this.plan = plan;
        this.run = run;
    }

    BsonDocument winningPlan() {
        BsonDocument stage = source();
        if (plan.blockingSort() != null) {
            BsonDocument sort = stage("SORT").append("sortPattern", plan.sort());
            sort.append("memLimit", new BsonInt64(Limits.BLOCKING_STAGE_BYTES_MAX));
            if (plan.limit() > 0) {
                sort.append("limitAmount", new BsonInt64(plan.skip() + plan.limit()));
            }
            stage = sort.append("type", new BsonString("simple")).append("inputStage", stage);
        }
        if (plan.skip() > 0) {
            stage = stage("SKIP")
                    .append("skipAmount", new BsonInt64(plan.skip()))
                    .append("inputStage", stage);
        }
        if (plan.limit() > 0 && plan.blockingSort() == null) {
            stage = stage("LIMIT")
                    .append("limitAmount", new BsonInt64(plan.limit()))
                    .append("inputStage", stage);
        }
        return stage;
    }

    private BsonDocument source() {
        Access access = plan.access();
        if (access instanceof Access.IndexScan scan) {
            return plan.isPoint() && scan.bounds().fields().size() == 1 ? express(scan) : fetch(scan);
        }
        if (access instanceof Access.CollectionScan scan) {
            BsonDocument stage = withFilter(stage("COLLSCAN"));
            stage.append("direction", direction(scan.reverse()));
            return withDocumentsExamined(stage);
        }
        return stage("EOF");
    }

    private BsonDocument express(Access.IndexScan scan) {
        IndexDescription index = scan.bounds().index();
        BsonDocument stage = stage("EXPRESS_IXSCAN")
                .append("keyPattern", new BsonString(ValueText.of(index.key())))
                .append("indexName", new BsonString(index.name()));
        return withDocumentsExamined(withKeysExamined(stage));
    }

    private BsonDocument fetch(Access.IndexScan scan) {
        IndexDescription index = scan.bounds().index();
        BsonDocument keys =
                stage("IXSCAN").append("keyPattern", index.key()).append("indexName", new BsonString(index.name()));
        boolean collated = !index.collation().isSimple();
        if (collated) {
            keys.append("collation", index.collation().toDocument());
        }
        keys.append("isMultiKey", BsonBoolean.valueOf(index.isMultikey()))
                .append("isUnique", BsonBoolean.valueOf(index.unique()))
                .append("isSparse", BsonBoolean.valueOf(index.sparse()))
                .append("isPartial", BsonBoolean.valueOf(index.partialFilter() != null))
                .append("indexVersion", new BsonInt32(2))
                .append("direction", direction(scan.reverse()))
                .append("indexBounds", bounds(scan));
        BsonDocument fetch = withFilter(stage("FETCH"));
        return withDocumentsExamined(fetch).append("inputStage", withKeysExamined(keys));
    }

    private static BsonDocument bounds(Access.IndexScan scan) {
        BsonDocument bounds = new BsonDocument();
        IndexDescription index = scan.bounds().index();
        boolean collated = !index.collation().isSimple();
        for (int i = 0; i < index.fields().size(); i++) {
            boolean reversed = index.fields().get(i).descending() != scan.reverse();
            List<Interval> intervals =
                    new ArrayList<>(scan.bounds().fields().get(i).intervals());
            if (reversed) {
                Collections.reverse(intervals);
            }
            BsonArray texts = new BsonArray();
            for (Interval interval : intervals) {
                texts.add(new BsonString(FieldBounds.text(interval, reversed, collated)));
            }
            bounds.append(index.fields().get(i).path().text(), texts);
        }
        return bounds;
    }

    private static BsonDocument stage(String name) {
        return new BsonDocument("stage", new BsonString(name));
    }

    private static BsonString direction(boolean reverse) {
        return new BsonString(reverse ? "backward" : "forward");
    }

    private BsonDocument withFilter(BsonDocument stage) {
        return plan.filter().matchesAll()
                ? stage
                : stage.append("filter", plan.filter().source());
    }

    private BsonDocument withKeysExamined(BsonDocument stage) {
        return run == null ? stage : stage.append("keysExamined", new BsonInt64(run.keysExamined()));
    }

    private BsonDocument withDocumentsExamined(BsonDocument stage) {
        return run == null ? stage : stage.append("docsExamined", new BsonInt64(run.docsExamined()));
    }
}
