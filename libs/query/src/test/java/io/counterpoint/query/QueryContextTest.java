package io.counterpoint.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.testkit.seed.SeededRandom;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

class QueryContextTest {
    private static final BsonDocument EMPTY = new BsonDocument();

    private final QueryContext context = new QueryContext(BsonDocument.parse("{limit: 5}"), 1_000, new SeededRandom(1));

    @Test
    void letVariablesAreReadByFilters() {
        Filter filter = Filter.parse(BsonDocument.parse("{$expr: {$gt: ['$a', '$$limit']}}"), context);

        assertThat(filter.matches(BsonDocument.parse("{a: 6}"))).isTrue();
        assertThat(filter.matches(BsonDocument.parse("{a: 5}"))).isFalse();
    }

    @Test
    void chanceComesFromTheContext() {
        Expression rand = Expression.parse(BsonDocument.parse("{$rand: {}}"), context);
        Variables variables = Variables.of(context);

        assertThat(IntStream.range(0, 100)
                        .mapToObj(i -> rand.evaluate(EMPTY, variables))
                        .distinct())
                .hasSizeGreaterThan(90);
    }

    @Test
    void sampleRateSelectsAsOftenAsItSays() {
        for (double rate : new double[] {0, 0.5, 1}) {
            Filter filter = Filter.parse(BsonDocument.parse("{$sampleRate: " + rate + "}"), context);
            long selected =
                    IntStream.range(0, 1_000).filter(i -> filter.matches(EMPTY)).count();

            assertThat(selected).isBetween((long) (rate * 900), (long) (rate * 900) + 100);
        }
    }

    @Test
    void callersBindVariablesOfTheirOwn() {
        Expression expression = Expression.parse(new BsonString("$$this"), context, List.of("this"));

        assertThat(expression.evaluate(EMPTY, Variables.of(context).with("this", new BsonInt32(7))))
                .isEqualTo(new BsonInt32(7));
    }
}
