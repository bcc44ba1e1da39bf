package io.counterpoint.query.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

/**
 * Under a collation too, any way to deal documents out to shards gives what they give in one place. Which one of
 * several equal texts a group shows depends on who comes first, so groups are told apart by something else.
 */
class CollatedSplitPropertyTest {
    private static final List<String> TEXTS =
            List.of("k1", "K1", "k01", "k2", "K2", "k10", "K10", "k 10", "ä", "a", "Z", "z", "");

    private static final List<String> COLLATIONS = List.of(
            "{locale: 'en', strength: 2}",
            "{locale: 'en', strength: 1, numericOrdering: true}",
            "{locale: 'sv', alternate: 'shifted'}");

    private static final List<String> PIPELINES = List.of(
            "[{$match: {s: {$gte: 'K1'}}}, {$sort: {s: 1, _id: 1}}, {$skip: 1}, {$limit: 7}]",
            "[{$sort: {s: -1, _id: 1}}, {$limit: 5}]",
            "[{$match: {s: {$in: ['k1', 'Z', 'k10']}}}, {$sort: {_id: 1}}]",
            "[{$group: {_id: '$s', n: {$sum: 1}, first: {$min: '$_id'}}}, {$sort: {first: 1}}, {$project: {_id: 0}}]",
            "[{$group: {_id: {$gt: ['$s', 'k2']}, n: {$sum: 1}}}, {$sort: {_id: 1}}]",
            "[{$group: {_id: null, t: {$topN: {n: 3, sortBy: {s: 1, _id: 1}, output: '$_id'}},"
                    + " b: {$bottom: {sortBy: {s: 1, _id: 1}, output: '$_id'}}}}]",
            "[{$group: {_id: null, s: {$addToSet: '$s'}}}, {$project: {_id: 0, n: {$size: '$s'}}}]",
            "[{$bucket: {groupBy: '$s', boundaries: ['a', 'k3', 'z'], default: ''}}, {$project: {_id: 1, count: 1}}]");

    @Test
    void splitEqualsWhole() {
        Seeds.run(CollatedSplitPropertyTest.class, 1_000, random -> {
            QueryContext query =
                    QueryContext.plain().withCollation(Collation.parse(BsonDocument.parse(random.pick(COLLATIONS))));
            MemoryEnvironment environment = new MemoryEnvironment(query);
            Pipeline pipeline = Pipeline.parse(BsonArray.parse(random.pick(PIPELINES)), query);
            List<BsonDocument> documents = documents(random);

            List<BsonDocument> whole =
                    ShardedRun.drain(pipeline.run(DocumentIterator.over(documents), environment.context("c")));

            assertThat(new ShardedRun(environment, query).run(pipeline, deal(documents, random)))
                    .as("%s over %s", pipeline, documents)
                    .isEqualTo(whole);
        });
    }

    private static List<BsonDocument> documents(SeededRandom random) {
        List<BsonDocument> documents = new ArrayList<>();
        for (int i = random.between(1, 30); i > 0; i--) {
            documents.add(new BsonDocument("_id", new BsonInt32(i)).append("s", new BsonString(random.pick(TEXTS))));
        }
        return documents;
    }

    private static List<List<BsonDocument>> deal(List<BsonDocument> documents, SeededRandom random) {
        List<List<BsonDocument>> shards = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        documents.forEach(document -> random.pick(shards).add(document));
        return shards;
    }
}
