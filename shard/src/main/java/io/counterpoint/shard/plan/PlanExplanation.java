package io.counterpoint.shard.plan;

import io.counterpoint.base.limit.Limits;
import io.counterpoint.bson.path.FieldPath;
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
    private static final String INPUT_STAGE = "inputStage";

    /** As MongoDB calls the path in a key of a wildcard index. */
    private static final String PATH = "$_path";

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
            BsonDocument sort = stage("SORT", run == null ? 0 : sorted(run)).append("sortPattern", plan.sort());
            sort.append("memLimit", new BsonInt64(Limits.BLOCKING_STAGE_BYTES_MAX));
            if (plan.limit() > 0) {
                sort.append("limitAmount", new BsonInt64(plan.skip() + plan.limit()));
            }
            if (run != null) {
                sort.append("usedDisk", BsonBoolean.valueOf(run.usedDisk()));
            }
            stage = sort.append("type", new BsonString("simple")).append(INPUT_STAGE, stage);
        }
        if (plan.skip() > 0) {
            stage = stage("SKIP", run == null ? 0 : run.returned())
                    .append("skipAmount", new BsonInt64(plan.skip()))
                    .append(INPUT_STAGE, stage);
        }
        if (plan.limit() > 0 && plan.blockingSort() == null) {
            stage = stage("LIMIT", run == null ? 0 : run.returned())
                    .append("limitAmount", new BsonInt64(plan.limit()))
                    .append(INPUT_STAGE, stage);
        }
        return plan.countOnly() ? count(stage) : stage;
    }

    private BsonDocument count(BsonDocument input) {
        BsonDocument count = stage("COUNT", 0);
        if (run != null) {
            count.append("nCounted", new BsonInt64(run.returned()));
        }
        return count.append(INPUT_STAGE, input);
    }

    /** What a sort gave out: all that was selected, as far as a limit lets it. */
    private long sorted(PlanRunner counts) {
        return plan.limit() == 0 ? counts.matched() : Math.min(counts.matched(), plan.skip() + plan.limit());
    }

    private BsonDocument source() {
        Access access = plan.access();
        if (access instanceof Access.IndexScan scan) {
            if (plan.countsKeys()) {
                return keys("COUNT_SCAN", scan, run == null ? 0 : run.matched());
            }
            return plan.isPoint() && scan.bounds().fields().size() == 1
                    ? express(scan)
                    : fetch().append(INPUT_STAGE, keys("IXSCAN", scan, run == null ? 0 : run.docsExamined()));
        }
        if (access instanceof Access.DistinctScan distinct) {
            return fetch().append(
                            INPUT_STAGE, keys("DISTINCT_SCAN", distinct.scan(), run == null ? 0 : run.docsExamined()));
        }
        if (access instanceof Access.Union union) {
            return fetch().append(INPUT_STAGE, or(union));
        }
        if (access instanceof Access.CollectionScan scan) {
            BsonDocument stage = withFilter(stage("COLLSCAN", run == null ? 0 : run.matched()));
            stage.append("direction", direction(scan.reverse()));
            return withDocumentsExamined(stage);
        }
        return stage("EOF", 0);
    }

    private BsonDocument or(Access.Union union) {
        BsonArray inputs = new BsonArray();
        for (Access.IndexScan scan : union.scans()) {
            inputs.add(describe(new BsonDocument("stage", new BsonString("IXSCAN")), scan));
        }
        BsonDocument or = stage("OR", run == null ? 0 : run.docsExamined());
        return withKeysExamined(or).append("inputStages", inputs);
    }

    private BsonDocument express(Access.IndexScan scan) {
        IndexDescription index = scan.bounds().index();
        BsonDocument stage = stage("EXPRESS_IXSCAN", run == null ? 0 : run.matched())
                .append("keyPattern", new BsonString(ValueText.of(index.key())))
                .append("indexName", new BsonString(index.name()));
        return withDocumentsExamined(withKeysExamined(stage));
    }

    private BsonDocument fetch() {
        return withDocumentsExamined(withFilter(stage("FETCH", run == null ? 0 : run.matched())));
    }

    private BsonDocument keys(String name, Access.IndexScan scan, long returned) {
        return withKeysExamined(describe(stage(name, returned), scan));
    }

    private static BsonDocument describe(BsonDocument stage, Access.IndexScan scan) {
        IndexDescription index = scan.bounds().index();
        stage.append("keyPattern", keyPattern(index)).append("indexName", new BsonString(index.name()));
        if (!index.collation().isSimple()) {
            stage.append("collation", index.collation().toDocument());
        }
        return stage.append("isMultiKey", BsonBoolean.valueOf(index.isMultikey()))
                .append("isUnique", BsonBoolean.valueOf(index.unique()))
                .append("isSparse", BsonBoolean.valueOf(index.sparse()))
                .append("isPartial", BsonBoolean.valueOf(index.partialFilter() != null))
                .append("indexVersion", new BsonInt32(2))
                .append("direction", direction(scan.reverse()))
                .append("indexBounds", bounds(scan));
    }

    private static BsonDocument keyPattern(IndexDescription index) {
        FieldPath path = index.wildcardPath();
        return path == null
                ? index.key()
                : new BsonDocument(PATH, new BsonInt32(1))
                        .append(path.text(), index.key().get(index.key().getFirstKey()));
    }

    private static BsonDocument bounds(Access.IndexScan scan) {
        BsonDocument bounds = new BsonDocument();
        Access.KeyLimits limits = scan.limits();
        if (limits != null) {
            return bounds.append("startKeyInclusive", BsonBoolean.TRUE)
                    .append("startKey", limits.min())
                    .append("endKey", limits.max())
                    .append("endKeyInclusive", BsonBoolean.FALSE);
        }
        IndexDescription index = scan.bounds().index();
        boolean collated = !index.collation().isSimple();
        FieldPath path = index.wildcardPath();
        if (path != null) {
            Interval onPath = Interval.point(new BsonString(path.text()));
            bounds.append(PATH, new BsonArray(List.of(new BsonString(FieldBounds.text(onPath, false, false)))));
        }
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

    private BsonDocument stage(String name, long returned) {
        BsonDocument stage = new BsonDocument("stage", new BsonString(name));
        if (run != null) {
            stage.append("nReturned", new BsonInt64(returned)).append("isEOF", new BsonInt32(run.isEnded() ? 1 : 0));
        }
        return stage;
    }

    private static BsonString direction(boolean reverse) {
        return new BsonString(reverse ? "backward" : "forward");
    }

    private BsonDocument withFilter(BsonDocument stage) {
        return plan.isExact() ? stage : stage.append("filter", plan.filter().source());
    }

    private BsonDocument withKeysExamined(BsonDocument stage) {
        return run == null ? stage : stage.append("keysExamined", new BsonInt64(run.keysExamined()));
    }

    private BsonDocument withDocumentsExamined(BsonDocument stage) {
        return run == null ? stage : stage.append("docsExamined", new BsonInt64(run.docsExamined()));
    }
}
