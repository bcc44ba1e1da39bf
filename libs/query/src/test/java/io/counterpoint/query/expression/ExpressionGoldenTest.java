package io.counterpoint.query.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.query.CollatedCases;
import io.counterpoint.query.QueryContext;
import io.counterpoint.testkit.golden.GoldenFiles;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * A case has an {@code expression}, and may have a {@code document} and {@code let}; a missing result is written as
 * undefined.
 */
class ExpressionGoldenTest {
    private static final long NOW_MILLIS = 1_700_000_000_000L;

    @TestFactory
    List<DynamicNode> golden() {
        return GoldenFiles.tests("expression", ExpressionGoldenTest::run);
    }

    @Test
    void operatorsHaveDifferentNames() {
        assertThat(Expressions.all().stream().map(ExpressionOperator::name))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    private static BsonValue run(BsonDocument input) {
        BsonDocument none = new BsonDocument();
        QueryContext context = CollatedCases.context(
                QueryContext.plain().withNowMillis(NOW_MILLIS).withLet(input.getDocument("let", none)), input);
        Expression expression = Expression.parse(Objects.requireNonNull(input.get("expression")), context);
        BsonDocument document = input.getDocument("document", none);
        @Nullable BsonValue result = expression.evaluate(document, Variables.of(context));
        assertThat(expression.evaluate(BsonBytes.raw(document), Variables.of(context)))
                .as("bytes give the same result")
                .isEqualTo(result);
        return result == null ? new BsonUndefined() : result;
    }
}
