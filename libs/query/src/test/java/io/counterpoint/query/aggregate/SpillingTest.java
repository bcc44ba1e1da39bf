package io.counterpoint.query.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.bson.json.ExtendedJson;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.memory.StageMemory;
import io.counterpoint.testkit.fake.MemorySpillSpace;
import io.counterpoint.testkit.seed.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stages that hold much give the same with little memory and a disk, and leave nothing on it. */
final class SpillingTest {
    private static final long MEMORY_BYTES = 20_000;
    private static final int DOCUMENT_COUNT = 2_000;

    private final MemorySpillSpace space = MemorySpillSpace.endless();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{$sort: {k: 1, _id: -1}}]",
                "[{$sort: {k: 1}}]",
                "[{$sort: {k: 1}}, {$skip: 10}, {$limit: 500}]",
                "[{$group: {_id: '$_id', s: {$first: '$s'}}}]",
                "[{$group: {_id: {$mod: ['$_id', 700]}, n: {$sum: '$n'}, avg: {$avg: '$n'}, dev: {$stdDevPop: '$k'}}},"
                        + " {$set: {dev: {$round: ['$dev', 6]}}}]",
                "[{$group: {_id: {$mod: ['$_id', 300]}, all: {$push: '$n'}, set: {$addToSet: '$k'}, f: {$first: '$n'},"
                        + " l: {$last: '$n'}, m: {$median: {input: '$n', method: 'approximate'}},"
                        + " t: {$topN: {n: 2, sortBy: {n: 1}, output: '$_id'}}}}]",
                "[{$bucketAuto: {groupBy: '$k', buckets: 7, output: {n: {$sum: 1}, l: {$last: '$_id'}}}}]",
                "[{$bucketAuto: {groupBy: '$n', buckets: 5, granularity: 'R10'}}]",
                "[{$setWindowFields: {partitionBy: {$mod: ['$_id', 9]}, sortBy: {n: 1}, output: {r: {$rank: {}}}}}]",
                "[{$facet: {a: [{$sort: {n: 1}}, {$limit: 3}], b: [{$group: {_id: '$k'}}, {$count: 'n'}]}}]",
                "[{$sortByCount: '$k'}]"
            })
    void theDiskTakesWhatMemoryDoesNot(String stages) {
        List<BsonDocument> expected = run(stages, StageMemory.withoutDisk(Limits.BLOCKING_STAGE_BYTES_MAX));
        List<BsonDocument> actual = run(stages, new StageMemory(MEMORY_BYTES, space));
        if (stages.startsWith("[{$group") || stages.startsWith("[{$sortByCount")) {
            assertThat(texts(actual)).containsExactlyInAnyOrderElementsOf(texts(expected));
        } else {
            assertThat(texts(actual)).isEqualTo(texts(expected));
        }
        assertThat(space.bytesWritten()).as("bytes on disk").isPositive();
        assertThat(space.openCount()).as("files left").isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{$sort: {k: 1}}]",
                "[{$group: {_id: '$_id'}}]",
                "[{$bucketAuto: {groupBy: '$_id', buckets: 2}}]",
                "[{$setWindowFields: {output: {n: {$sum: 1}}}}]",
                "[{$facet: {a: [{$count: 'n'}]}}]"
            })
    void nothingIsLeftByAFullDiskOrAnEarlyEnd(String stages) {
        MemorySpillSpace full = new MemorySpillSpace(MEMORY_BYTES);
        assertThatThrownBy(() -> run(stages, new StageMemory(MEMORY_BYTES, full)))
                .isInstanceOfSatisfying(
                        CommandException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.OUT_OF_DISK_SPACE));
        assertThat(full.openCount()).as("files left by a full disk").isZero();

        DocumentIterator results = open(stages, new StageMemory(MEMORY_BYTES, space));
        assertThat(results.hasNext()).isTrue();
        results.next();
        results.close();
        results.close();
        assertThat(space.openCount()).as("files left by an early end").isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{$sort: {k: 1}}]",
                "[{$group: {_id: '$_id'}}]",
                "[{$bucketAuto: {groupBy: '$_id', buckets: 2}}]",
                "[{$setWindowFields: {output: {n: {$sum: 1}}}}]"
            })
    void withoutDiskTooMuchIsRefused(String stages) {
        assertThatThrownBy(() -> run(stages, StageMemory.withoutDisk(MEMORY_BYTES)))
                .isInstanceOfSatisfying(
                        CommandException.class,
                        refusal -> assertThat(refusal.code())
                                .isEqualTo(ErrorCode.QUERY_EXCEEDED_MEMORY_LIMIT_NO_DISK_USE_ALLOWED));
    }

    @Test
    void oneGroupMustFit() {
        for (String key : List.of("null", "{$cond: [{$eq: ['$_id', 0]}, 0, 1]}")) {
            assertThatThrownBy(() -> run(
                            "[{$group: {_id: " + key + ", all: {$push: '$s'}}}]", new StageMemory(MEMORY_BYTES, space)))
                    .isInstanceOfSatisfying(CommandException.class, refusal -> {
                        assertThat(refusal.code()).isEqualTo(ErrorCode.EXCEEDED_MEMORY_LIMIT);
                        assertThat(refusal.text())
                                .isEqualTo("$push used too much memory and cannot spill to disk. Memory limit: 20000"
                                        + " bytes");
                    });
            assertThat(space.openCount()).isZero();
        }
    }

    /** What has to be held as a whole is refused, disk or not, with a code for each stage. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            [{$facet: {a: [{$match: {}}]}}] | 4031700 | bytes, which exceeds the limit of 20000 bytes
            [{$limit: 1}, {$lookup: {from: 'c', pipeline: [], as: 'a'}}] | 4568 | Total size of documents in c matching pipeline's $lookup stage exceeds 20000 bytes
            [{$limit: 1}, {$set: {one: 1}}, {$lookup: {from: 'c', localField: 'one', foreignField: 'one', as: 'a'}}] | 4568 | Total size of documents in c
            [{$limit: 1}, {$graphLookup: {from: 'c', startWith: 1, connectFromField: 'one', connectToField: 'one', as: 'a'}}] | 40099 | $graphLookup reached maximum memory consumption
            """)
    void oneDocumentMustFit(String stages, int code, String text) {
        QueryContext query = QueryContext.plain();
        MemoryEnvironment environment = new MemoryEnvironment(query);
        documents()
                .forEach(document ->
                        environment.collection("c").add(BsonBytes.tree(document).append("one", new BsonInt32(1))));
        StageContext context = new StageContext(
                MemoryEnvironment.DATABASE, "c", query, environment, new StageMemory(MEMORY_BYTES, space));
        DocumentIterator results = Pipeline.parse(
                        ExtendedJson.parseValue(stages).asArray(), query)
                .run(DocumentIterator.over(documents()), context);
        assertThatThrownBy(() -> ShardedRun.drain(results)).isInstanceOfSatisfying(CommandException.class, refusal -> {
            assertThat(refusal.code().number()).isEqualTo(code);
            assertThat(refusal.text()).contains(text);
        });
    }

    private static List<BsonDocument> run(String stages, StageMemory memory) {
        return ShardedRun.drain(open(stages, memory));
    }

    private static DocumentIterator open(String stages, StageMemory memory) {
        QueryContext query = QueryContext.plain();
        StageContext context =
                new StageContext(MemoryEnvironment.DATABASE, "c", query, new MemoryEnvironment(query), memory);
        return Pipeline.parse(ExtendedJson.parseValue(stages).asArray(), query)
                .optimized()
                .run(DocumentIterator.over(documents()), context);
    }

    private static List<BsonDocument> documents() {
        SeededRandom random = new SeededRandom(1);
        List<BsonDocument> documents = new ArrayList<>();
        for (int i = 0; i < DOCUMENT_COUNT; i++) {
            documents.add(BsonBytes.raw(new BsonDocument("_id", new BsonInt32(i))
                    .append("k", new BsonInt32(random.nextInt(200)))
                    .append("n", new BsonInt32(random.nextInt(100_000)))
                    .append("s", new BsonString("text of document " + i))));
        }
        return documents;
    }

    private static List<String> texts(List<BsonDocument> documents) {
        return documents.stream()
                .map(document -> BsonBytes.tree(document).toJson())
                .toList();
    }
}
