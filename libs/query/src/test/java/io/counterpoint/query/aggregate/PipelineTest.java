package io.counterpoint.query.aggregate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.json.ExtendedJson;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.memory.StageMemory;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

final class PipelineTest {
    private final MemoryEnvironment environment = new MemoryEnvironment(QueryContext.plain());

    @Test
    void limitStopsReading() {
        CountingSource source = new CountingSource(100);
        List<BsonDocument> results = ShardedRun.drain(
                pipeline("[{$match: {}}, {$limit: 3}]").run(DocumentIterator.over(source), environment.context("c")));
        assertThat(results).hasSize(3);
        assertThat(source.readCount).isEqualTo(3);
    }

    @Test
    void nothingIsReadBeforeItIsAskedFor() {
        CountingSource source = new CountingSource(100);
        DocumentIterator results =
                pipeline("[{$sort: {_id: -1}}]").run(DocumentIterator.over(source), environment.context("c"));
        assertThat(source.readCount).isZero();
        assertThat(results.next()).isEqualTo(document(99));
        results.close();
    }

    @Test
    void closingClosesEverySource() {
        environment.collection("f").add(document(1));
        environment.collection("f").add(document(2));
        DocumentIterator results =
                pipeline("[{$unionWith: 'f'}, {$match: {}}]").run(environment.scan("c"), environment.context("c"));
        results.next();
        assertThat(environment.openCount()).isEqualTo(2);
        results.close();
        results.close();
        assertThat(environment.openCount()).isZero();
    }

    @Test
    void failureWhileOpeningClosesTheSource() {
        Pipeline pipeline = pipeline("[{$match: {}}, {$sample: {size: 1}}]");
        assertThatThrownBy(() -> pipeline.run(environment.scan("c"), environment.context("c")))
                .isInstanceOf(CommandException.class);
        assertThat(environment.openCount()).isZero();
    }

    @Test
    void blockingStageClosesItsInputWhenItFails() {
        environment.collection("c").add(new BsonDocument("a", new BsonString("x")));
        DocumentIterator results =
                pipeline("[{$group: {_id: {$add: ['$a', 1]}}}]").run(environment.scan("c"), environment.context("c"));
        assertThatThrownBy(results::hasNext).isInstanceOf(CommandException.class);
        assertThat(environment.openCount()).isZero();
    }

    @Test
    void sortGroupAndFacetKeepToTheirMemory() {
        for (String stage : List.of(
                "{$sort: {s: 1}}",
                "{$group: {_id: '$_id'}}",
                "{$group: {_id: null, all: {$push: '$s'}}}",
                "{$facet: {a: [{$count: 'n'}]}}",
                "{$bucketAuto: {groupBy: '$_id', buckets: 2}}")) {
            DocumentIterator results =
                    pipeline("[" + stage + "]").run(DocumentIterator.over(texts(1_000)), smallContext());
            assertThatThrownBy(results::hasNext)
                    .as(stage)
                    .isInstanceOfSatisfying(
                            CommandException.class,
                            refusal -> assertThat(refusal.code())
                                    .isEqualTo(ErrorCode.QUERY_EXCEEDED_MEMORY_LIMIT_NO_DISK_USE_ALLOWED));
        }
    }

    @Test
    void whatIsThrownAwayIsNotHeld() {
        for (String stages : List.of(
                "[{$sort: {_id: 1}}, {$limit: 2}]",
                "[{$group: {_id: null, set: {$addToSet: '$s'}}}]",
                "[{$group: {_id: null, max: {$max: '$s'}}}]")) {
            DocumentIterator results =
                    pipeline(stages).optimized().run(DocumentIterator.over(texts(10_000)), contextOf(1_000_000));
            assertThat(results.hasNext()).as(stages).isTrue();
            results.close();
        }
    }

    @Test
    void equalityLookupReadsTheOtherCollectionOnceForManyDocuments() {
        IntStream.range(0, 150).forEach(i -> environment.collection("c").add(document(i)));
        environment.collection("f").addAll(environment.collection("c"));
        List<BsonDocument> results =
                ShardedRun.drain(pipeline("[{$lookup: {from: 'f', localField: '_id', foreignField: '_id', as: 'r'}}]")
                        .run(environment.scan("c"), environment.context("c")));
        assertThat(results)
                .hasSize(150)
                .allSatisfy(result -> assertThat(result.getArray("r")).hasSize(1));
        assertThat(environment.readCount()).isEqualTo(2);
    }

    @Test
    void equalityLookupReadsOnceForEachValue() {
        IntStream.range(0, 1_000)
                .forEach(i -> environment
                        .collection("c")
                        .add(new BsonDocument("_id", new BsonInt32(i)).append("f", new BsonInt32(i % 150))));
        IntStream.range(0, 100).forEach(i -> environment.collection("f").add(document(i)));
        String stages = "[{$lookup: {from: 'f', localField: 'f', foreignField: '_id', as: 'r'}}]";
        List<BsonDocument> results =
                ShardedRun.drain(pipeline(stages).run(environment.scan("c"), environment.context("c")));
        assertThat(results).hasSize(1_000).allSatisfy(PipelineTest::isJoined);
        // Two blocks meet all 150 values, and that 50 of them belong to nothing is known as well.
        assertThat(environment.readCount()).isEqualTo(2);
    }

    private static void isJoined(BsonDocument result) {
        int value = result.getInt32("f").getValue();
        assertThat(result.getArray("r")).isEqualTo(new BsonArray(value < 100 ? List.of(document(value)) : List.of()));
    }

    @Test
    void equalityLookupForgetsWhatThereIsNoRoomFor() {
        IntStream.range(0, 1_000)
                .forEach(i -> environment
                        .collection("c")
                        .add(new BsonDocument("_id", new BsonInt32(i)).append("f", new BsonInt32(i % 150))));
        IntStream.range(0, 100).forEach(i -> environment.collection("f").add(document(i)));
        String stages = "[{$lookup: {from: 'f', localField: 'f', foreignField: '_id', as: 'r'}}]";
        List<BsonDocument> results = ShardedRun.drain(pipeline(stages).run(environment.scan("c"), contextOf(40_000)));
        assertThat(results).hasSize(1_000).allSatisfy(PipelineTest::isJoined);
        assertThat(environment.readCount()).isGreaterThan(2);
    }

    @Test
    void uncorrelatedLookupReadsTheOtherCollectionOnce() {
        IntStream.range(0, 150).forEach(i -> environment.collection("c").add(document(i)));
        ShardedRun.drain(pipeline("[{$lookup: {from: 'f', pipeline: [], as: 'r'}}]")
                .run(environment.scan("c"), environment.context("c")));
        assertThat(environment.readCount()).isEqualTo(1);
    }

    @Test
    void knowsWhereItReadsAndWhetherItWrites() {
        assertThat(pipeline("[{$documents: []}]").hasOwnSource()).isTrue();
        assertThat(pipeline("[{$collStats: {}}]").hasOwnSource()).isTrue();
        assertThat(pipeline("[]").hasOwnSource()).isFalse();
        assertThat(pipeline("[{$match: {}}, {$out: 'x'}]").writes()).isTrue();
        assertThat(pipeline("[{$match: {}}]").writes()).isFalse();
    }

    @Test
    void whatWritesOrHasNoSnapshotIsRefusedInTransactions() {
        pipeline("[{$match: {}}, {$lookup: {from: 'f', pipeline: [], as: 'r'}}]")
                .checkTransaction();
        pipeline("[{$documents: []}]").checkTransaction();
        for (String stage : List.of(
                "{$out: 'x'}",
                "{$merge: 'x'}",
                "{$collStats: {}}",
                "{$currentOp: {}}",
                "{$indexStats: {}}",
                "{$listLocalSessions: {}}",
                "{$listSessions: {}}")) {
            Pipeline pipeline = pipeline("[" + stage + "]");
            String name = BsonDocument.parse(stage).getFirstKey();
            assertThatThrownBy(pipeline::checkTransaction)
                    .isInstanceOfSatisfying(
                            CommandException.class,
                            refusal -> assertThat(refusal.code())
                                    .isEqualTo(ErrorCode.OPERATION_NOT_SUPPORTED_IN_TRANSACTION))
                    .hasMessage("Operation not permitted in transaction :: caused by :: Aggregation stage " + name
                            + " cannot run within a multi-document transaction.");
        }
    }

    @Test
    void namespaceMustGoWithTheFirstStage() {
        pipeline("[{$match: {}}]").checkNamespace("db", "c");
        pipeline("[]").checkNamespace("db", "c");
        pipeline("[{$documents: []}]").checkNamespace("db", "");
        pipeline("[{$currentOp: {}}]").checkNamespace("admin", "");
        pipeline("[{$listSessions: {}}]").checkNamespace("config", "system.sessions");
        assertRefused("[]", "db", "", "{aggregate: 1} is not valid for an empty pipeline.");
        assertRefused(
                "[{$match: {}}]", "db", "", "{aggregate: 1} is not valid for '$match'; a collection is required.");
        assertRefused("[{$documents: []}]", "db", "c", "'$documents' can only be run with {aggregate: 1}");
        assertRefused(
                "[{$currentOp: {}}]",
                "db",
                "",
                "$currentOp must be run against the 'admin' database with {aggregate: 1}");
        assertRefused(
                "[{$listSessions: {}}]", "db", "c", "$listSessions may only be run against config.system.sessions");
    }

    @Test
    void consecutiveMatchesBecomeOne() {
        Pipeline optimized = pipeline("[{$match: {a: 1}}, {$sort: {a: 1}}, {$match: {b: 2}}, {$match: {c: 3}}]")
                .optimized();
        assertThat(optimized.stages()).hasSize(2);
        Filter filter = requireNonNull(optimized.prefix().filter());
        assertThat(filter.matches(BsonDocument.parse("{a: 1, b: 2, c: 3}"))).isTrue();
        assertThat(filter.matches(BsonDocument.parse("{a: 1, b: 2}"))).isFalse();
    }

    @Test
    void tooManyStagesAreRefused() {
        BsonArray stages = new BsonArray();
        IntStream.range(0, 1_001).forEach(i -> stages.add(BsonDocument.parse("{$match: {}}")));
        assertThatThrownBy(() -> Pipeline.parse(stages, QueryContext.plain()))
                .isInstanceOf(CommandException.class)
                .hasMessage("Pipeline length must be no longer than 1000 stages.");
    }

    @Test
    void sampleNeedsChance() {
        Pipeline pipeline = pipeline("[{$sample: {size: 1}}]");
        assertThatThrownBy(() -> pipeline.run(DocumentIterator.empty(), environment.context("c")))
                .isInstanceOfSatisfying(
                        CommandException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.COMMAND_NOT_SUPPORTED));
    }

    private static void assertRefused(String stages, String database, String collection, String text) {
        Pipeline pipeline = pipeline(stages);
        assertThatThrownBy(() -> pipeline.checkNamespace(database, collection))
                .isInstanceOfSatisfying(
                        CommandException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_NAMESPACE))
                .hasMessage(text);
    }

    private static Pipeline pipeline(String stages) {
        return Pipeline.parse(ExtendedJson.parseValue(stages).asArray(), QueryContext.plain());
    }

    private StageContext smallContext() {
        return contextOf(20_000);
    }

    private StageContext contextOf(long memoryBytesMax) {
        return new StageContext(
                MemoryEnvironment.DATABASE,
                "c",
                QueryContext.plain(),
                environment,
                StageMemory.withoutDisk(memoryBytesMax));
    }

    private static BsonDocument document(int id) {
        return new BsonDocument("_id", new BsonInt32(id));
    }

    /** Documents with a text that repeats after a hundred of them. */
    private static List<BsonDocument> texts(int count) {
        List<BsonDocument> documents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            documents.add(document(i).append("s", new BsonString("text " + i % 100 + "x".repeat(100))));
        }
        return documents;
    }

    /** Numbered documents; counts how many were taken. */
    private static final class CountingSource implements Iterator<BsonDocument> {
        private final int count;
        private int readCount;

        CountingSource(int count) {
            this.count = count;
        }

        @Override
        public boolean hasNext() {
            return readCount < count;
        }

        @Override
        public BsonDocument next() {
            return document(readCount++);
        }
    }
}
