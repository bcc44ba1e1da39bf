package io.counterpoint.query.expression;

import io.counterpoint.bson.key.HashedKey;
import java.util.List;
import org.bson.BsonInt64;
import org.bson.BsonNull;

/** {@code {$toHashedIndexKey: value}}: the number under which hashed indexes and shard keys know a value. */
final class HashExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(ExpressionOperator.unary(
            "$toHashedIndexKey",
            "the number that hashed indexes keep",
            argument -> new BsonInt64(HashedKey.hash(argument == null ? BsonNull.VALUE : argument))));

    private HashExpressions() {}
}
