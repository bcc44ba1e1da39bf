package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.refusal;
import static io.counterpoint.query.expression.Arguments.typeName;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** How many bytes values take. */
final class SizeExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            ExpressionOperator.unary("$binarySize", "bytes of binary data or of a string", SizeExpressions::binarySize),
            ExpressionOperator.unary("$bsonSize", "bytes of a document as BSON", SizeExpressions::bsonSize));

    private SizeExpressions() {}

    private static BsonValue binarySize(@Nullable BsonValue argument) {
        if (isNullish(argument)) {
            return BsonNull.VALUE;
        }
        if (argument instanceof BsonBinary binary) {
            return new BsonInt32(binary.getData().length);
        }
        if (argument instanceof BsonString string) {
            return new BsonInt32(string.getValue().getBytes(StandardCharsets.UTF_8).length);
        }
        throw refusal(51276, "$binarySize requires a string or BinData argument, found: " + typeName(argument));
    }

    private static BsonValue bsonSize(@Nullable BsonValue argument) {
        if (isNullish(argument)) {
            return BsonNull.VALUE;
        }
        if (argument instanceof BsonDocument document) {
            return new BsonInt32(
                    document instanceof RawDocument raw ? raw.byteLength() : BsonBytes.encode(document).length);
        }
        throw refusal(31393, "$bsonSize requires a document input, found: " + typeName(argument));
    }
}
