package io.counterpoint.query.filter.operator;

import static java.util.stream.Collectors.toUnmodifiableMap;

import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.query.filter.FilterNode;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** All filter operators, sorted by name. To add one: its class, and its line here. */
public final class FilterOperators {
    private static final List<FilterOperator> ALL = Stream.concat(
                    Stream.of(
                            AllOperator.ENTRY,
                            AlwaysOperators.ALWAYS_FALSE,
                            AlwaysOperators.ALWAYS_TRUE,
                            AndOperator.ENTRY,
                            BitsAllClearOperator.ENTRY,
                            BitsAllSetOperator.ENTRY,
                            BitsAnyClearOperator.ENTRY,
                            BitsAnySetOperator.ENTRY,
                            CommentOperator.ENTRY,
                            ElemMatchOperator.ENTRY,
                            EqOperator.ENTRY,
                            ExistsOperator.ENTRY,
                            ExprOperator.ENTRY,
                            GtOperator.ENTRY,
                            GteOperator.ENTRY,
                            InOperator.ENTRY,
                            JsonSchemaOperator.ENTRY,
                            LtOperator.ENTRY,
                            LteOperator.ENTRY,
                            ModOperator.ENTRY,
                            NeOperator.ENTRY,
                            NinOperator.ENTRY,
                            NorOperator.ENTRY,
                            NotOperator.ENTRY,
                            RegexOperator.OPTIONS,
                            OrOperator.ENTRY,
                            RegexOperator.ENTRY,
                            SampleRateOperator.ENTRY,
                            SizeOperator.ENTRY,
                            TypeOperator.ENTRY),
                    RefusedOperators.ENTRIES.stream())
            .toList();

    private static final Map<String, FilterOperator> OF_FIELD = at(FilterOperator.Place.FIELD);
    private static final Map<String, FilterOperator> OF_DOCUMENT = at(FilterOperator.Place.DOCUMENT);

    private FilterOperators() {}

    /** The whole list, the refused ones at its end. */
    public static List<FilterOperator> all() {
        return ALL;
    }

    /** The operator of that name that stands under a field's name; null when there is none. */
    public static @Nullable FilterOperator ofField(String name) {
        return OF_FIELD.get(name);
    }

    /** The operator of that name that stands beside field names; null when there is none. */
    public static @Nullable FilterOperator ofDocument(String name) {
        return OF_DOCUMENT.get(name);
    }

    /**
     * The node of a value that stands under a field's name without operator.
     *
     * @throws io.counterpoint.base.error.CommandException BadValue for undefined
     */
    public static FilterNode equality(String path, BsonValue value, ValueOrder order) {
        return EqOperator.node(path, value, order);
    }

    private static Map<String, FilterOperator> at(FilterOperator.Place place) {
        return ALL.stream()
                .filter(operator -> operator.place() == place)
                .collect(toUnmodifiableMap(FilterOperator::name, Function.identity()));
    }
}
