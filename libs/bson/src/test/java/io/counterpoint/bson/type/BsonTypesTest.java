package io.counterpoint.bson.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.bson.BsonBoolean;
import org.bson.BsonType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BsonTypesTest {
    @ParameterizedTest
    @CsvSource({
        "DOUBLE, 1, double",
        "STRING, 2, string",
        "DOCUMENT, 3, object",
        "ARRAY, 4, array",
        "BINARY, 5, binData",
        "UNDEFINED, 6, undefined",
        "OBJECT_ID, 7, objectId",
        "BOOLEAN, 8, bool",
        "DATE_TIME, 9, date",
        "NULL, 10, null",
        "REGULAR_EXPRESSION, 11, regex",
        "DB_POINTER, 12, dbPointer",
        "JAVASCRIPT, 13, javascript",
        "SYMBOL, 14, symbol",
        "JAVASCRIPT_WITH_SCOPE, 15, javascriptWithScope",
        "INT32, 16, int",
        "TIMESTAMP, 17, timestamp",
        "INT64, 18, long",
        "DECIMAL128, 19, decimal",
        "MIN_KEY, -1, minKey",
        "MAX_KEY, 127, maxKey",
    })
    void hasMongoDbsNumbersAndNames(BsonType type, int number, String alias) {
        assertThat(BsonTypes.number(type)).isEqualTo(number);
        assertThat(BsonTypes.ofNumber(number)).isEqualTo(type);
        assertThat(BsonTypes.alias(type)).isEqualTo(alias);
        assertThat(BsonTypes.ofAlias(alias)).isEqualTo(type);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "END_OF_DOCUMENT")
    void coversEveryType(BsonType type) {
        assertThat(BsonTypes.ofAlias(BsonTypes.alias(type))).isEqualTo(type);
    }

    @Test
    void knowsNoOthers() {
        assertThat(BsonTypes.ofNumber(0)).isNull();
        assertThat(BsonTypes.ofNumber(20)).isNull();
        assertThat(BsonTypes.ofAlias("Double")).isNull();
        assertThat(BsonTypes.ofAlias(BsonTypes.NUMBER)).isNull();
        assertThat(BsonTypes.name(BsonBoolean.TRUE)).isEqualTo("bool");
        assertThatThrownBy(() -> BsonTypes.alias(BsonType.END_OF_DOCUMENT))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
