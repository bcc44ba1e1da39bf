package io.counterpoint.query.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.json.ExtendedJson;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.accumulator.Accumulation;
import io.counterpoint.query.accumulator.Accumulator;
import io.counterpoint.query.expression.Variables;
import io.counterpoint.query.memory.MemoryBudget;
import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** However windows move along, each gives what its documents added to a new state give. */
final class AccumulatedWindowPropertyTest {
    private static final int SEED_COUNT = 500;

    private static final List<String> ACCUMULATORS = List.of(
            "{$sum: '$n'}",
            "{$avg: '$n'}",
            "{$min: '$n'}",
            "{$max: '$n'}",
            "{$push: '$n'}",
            "{$addToSet: '$n'}",
            "{$firstN: {input: '$n', n: 3}}",
            "{$lastN: {input: '$n', n: 3}}",
            "{$minN: {input: '$n', n: 3}}",
            "{$topN: {output: '$i', sortBy: {n: 1}, n: 2}}",
            "{$bottom: {output: '$i', sortBy: {n: 1}}}",
            "{$median: {input: '$n', method: 'approximate'}}");

    @Test
    void slidingEqualsAddingAnew() {
        Seeds.run(AccumulatedWindowPropertyTest.class, SEED_COUNT, random -> {
            List<BsonDocument> documents = documents(random);
            BsonValue operator = ExtendedJson.parse(random.pick(ACCUMULATORS));
            Accumulation accumulation = Accumulation.parse("x", operator, QueryContext.plain());
            Frames frames = frames(random, documents.size());
            Partition partition = new Partition(
                    documents,
                    documents.size(),
                    null,
                    Variables.of(QueryContext.plain()),
                    new MemoryBudget("$setWindowFields", Long.MAX_VALUE));
            BsonArray results =
                    new BsonArray(List.of(new AccumulatedWindow(accumulation, ignored -> frames).over(partition)));
            assertThat(results).as("%s over %s", operator, documents).isEqualTo(anew(accumulation, frames, documents));
        });
    }

    private static BsonArray anew(Accumulation accumulation, Frames frames, List<BsonDocument> documents) {
        BsonArray results = new BsonArray();
        for (int i = 0; i < frames.size(); i++) {
            Accumulator state = accumulation.newState();
            for (int j = frames.starts()[i]; j < frames.ends()[i]; j++) {
                state.add(accumulation.argument().evaluate(documents.get(j), Variables.of(QueryContext.plain())));
            }
            results.add(state.result());
        }
        return results;
    }

    private static List<BsonDocument> documents(SeededRandom random) {
        List<BsonDocument> documents = new ArrayList<>();
        for (int i = random.between(1, 40); i > 0; i--) {
            BsonDocument document = new BsonDocument("i", new BsonInt32(i));
            if (!random.oneIn(6)) {
                document.append("n", new BsonInt32(random.nextInt(10)));
            }
            documents.add(document);
        }
        return documents;
    }

    /** Starts and ends that never go back, with windows that are empty or jump ahead among them. */
    private static Frames frames(SeededRandom random, int size) {
        int[] starts = new int[size];
        int[] ends = new int[size];
        int start = 0;
        int end = 0;
        for (int i = 0; i < size; i++) {
            start = Math.min(size, start + (random.oneIn(8) ? random.nextInt(6) : random.nextInt(2)));
            end = Math.min(size, end + (random.oneIn(8) ? random.nextInt(6) : random.nextInt(3)));
            starts[i] = start;
            ends[i] = end;
        }
        return new Frames(starts, ends);
    }
}
