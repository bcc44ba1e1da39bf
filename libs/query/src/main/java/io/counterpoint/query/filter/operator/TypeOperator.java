package io.counterpoint.query.filter.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.path.LeafArray;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.filter.FilterNode;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonNumber;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {a: {$type: "string"}}}, {@code {$type: 2}}, {@code {$type: ["int", "long"]}}: values of one of the types;
 * {@code "number"} is all numeric ones. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/query/type/">$type</a>.
 */
final class TypeOperator {
    static final FilterOperator ENTRY = FilterOperator.ofField("$type", "of one of several types", TypeOperator::parse);

    private static final long NO_TYPE = Long.MIN_VALUE;

    private TypeOperator() {}

    private static FilterNode parse(FilterOperator.Use use) {
        Set<BsonType> types = EnumSet.noneOf(BsonType.class);
        if (use.operand() instanceof BsonArray array) {
            array.forEach(element -> add(element, types));
        } else {
            add(use.operand(), types);
        }
        if (types.isEmpty()) {
            throw new CommandException(ErrorCode.FAILED_TO_PARSE, "$type must match at least one type");
        }
        return new FilterNode.Path(
                FieldPath.parse(use.path()),
                "$type",
                use.operand(),
                value -> value != null && types.contains(value.getBsonType()),
                LeafArray.ELEMENTS_THEN_WHOLE);
    }

    private static void add(BsonValue type, Set<BsonType> types) {
        if (type.isString()) {
            addAlias(type.asString().getValue(), types);
        } else if (type instanceof BsonNumber) {
            types.add(ofNumber(type));
        } else {
            throw new CommandException(ErrorCode.TYPE_MISMATCH, "type must be represented as a number or a string");
        }
    }

    private static void addAlias(String alias, Set<BsonType> types) {
        if (alias.equals(BsonTypes.NUMBER)) {
            types.addAll(List.of(BsonType.INT32, BsonType.INT64, BsonType.DOUBLE, BsonType.DECIMAL128));
            return;
        }
        @Nullable BsonType type = BsonTypes.ofAlias(alias);
        if (type == null) {
            throw new CommandException(ErrorCode.BAD_VALUE, "Unknown type name alias: " + alias);
        }
        types.add(type);
    }

    private static BsonType ofNumber(BsonValue number) {
        long code = Numbers.asExactLong(number).orElse(NO_TYPE);
        @Nullable BsonType type = code == (int) code ? BsonTypes.ofNumber((int) code) : null;
        if (type == null) {
            throw new CommandException(ErrorCode.BAD_VALUE, "Invalid numerical type code: " + ValueText.of(number));
        }
        return type;
    }
}
