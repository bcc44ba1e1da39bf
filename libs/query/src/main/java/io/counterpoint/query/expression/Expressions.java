package io.counterpoint.query.expression;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All expression operators, by families. To add one: an entry in its family's class, or a new family and its line here.
 */
public final class Expressions {
    private static final List<ExpressionOperator> ALL = Stream.of(
                    ArithmeticExpressions.ENTRIES,
                    ArrayExpressions.ENTRIES,
                    BitExpressions.ENTRIES,
                    BooleanExpressions.ENTRIES,
                    ComparisonExpressions.ENTRIES,
                    ConditionalExpressions.ENTRIES,
                    DateArithmeticExpressions.ENTRIES,
                    DatePartExpressions.ENTRIES,
                    DatePartsExpressions.ENTRIES,
                    DateTextExpressions.ENTRIES,
                    FieldExpressions.ENTRIES,
                    HashExpressions.ENTRIES,
                    IterationExpressions.ENTRIES,
                    LiteralExpressions.ENTRIES,
                    MathExpressions.ENTRIES,
                    ObjectExpressions.ENTRIES,
                    PercentileExpressions.ENTRIES,
                    RefusedExpressions.ENTRIES,
                    RegexExpressions.ENTRIES,
                    ReplaceExpressions.ENTRIES,
                    SetExpressions.ENTRIES,
                    SeveralExpressions.ENTRIES,
                    SizeExpressions.ENTRIES,
                    StatisticExpressions.ENTRIES,
                    StringExpressions.ENTRIES,
                    TimestampExpressions.ENTRIES,
                    TrimExpressions.ENTRIES,
                    TypeExpressions.ENTRIES,
                    VariableExpressions.ENTRIES,
                    List.of(SortArrayExpression.ENTRY, ZipExpression.ENTRY))
            .flatMap(List::stream)
            .sorted(Comparator.comparing(ExpressionOperator::name))
            .toList();

    private static final Map<String, ExpressionOperator> BY_NAME =
            ALL.stream().collect(toUnmodifiableMap(ExpressionOperator::name, Function.identity()));

    private Expressions() {}

    /** The whole list, sorted by name. */
    public static List<ExpressionOperator> all() {
        return ALL;
    }

    /** The operator of that name; null when there is none. */
    public static @Nullable ExpressionOperator of(String name) {
        return BY_NAME.get(name);
    }
}
