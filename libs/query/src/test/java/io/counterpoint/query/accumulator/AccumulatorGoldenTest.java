package io.counterpoint.query.accumulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.query.CollatedCases;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.expression.Variables;
import io.counterpoint.testkit.golden.GoldenFiles;
import java.util.List;
import java.util.Objects;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * A case has {@code documents} and an {@code accumulator}; its result is what that makes of them, in whatever way they
 * are dealt out to two states.
 */
class AccumulatorGoldenTest {
    private static final Variables VARIABLES = Variables.of(QueryContext.plain());

    @TestFactory
    List<DynamicNode> golden() {
        return GoldenFiles.tests("accumulator", AccumulatorGoldenTest::run);
    }

    @Test
    void accumulatorsAreSortedByName() {
        assertThat(Accumulators.all().stream().map(AccumulatorOperator::name))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    private static BsonValue run(BsonDocument input) {
        Accumulation accumulation = Accumulation.parse(
                "x",
                Objects.requireNonNull(input.get("accumulator")),
                CollatedCases.context(QueryContext.plain(), input));
        BsonArray documents = input.getArray("documents");
        BsonValue whole =
                state(accumulation, documents.subList(0, documents.size())).result();
        for (int cut = 0; cut <= documents.size(); cut++) {
            Accumulator merged = accumulation.newState();
            merged.merge(state(accumulation, documents.subList(0, cut)).partial());
            merged.merge(state(accumulation, documents.subList(cut, documents.size()))
                    .partial());
            assertThat(merged.result()).as("cut at %d", cut).isEqualTo(whole);
        }
        return whole;
    }

    private static Accumulator state(Accumulation accumulation, List<BsonValue> documents) {
        Accumulator state = accumulation.newState();
        for (BsonValue document : documents) {
            state.add(accumulation.argument().evaluate(document.asDocument(), VARIABLES));
        }
        return state;
    }
}
