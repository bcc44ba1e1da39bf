package io.counterpoint.query;

import static org.assertj.core.api.Assertions.assertThat;

import org.bson.BsonArray;
import org.junit.jupiter.api.Test;

class ValueTextTest {
    @Test
    void writesValuesAsErrorTextsDo() {
        assertText("1", "1");
        assertText("1.0", "1.0");
        assertText("-0.0", "-0.0");
        assertText("1.5", "1.5");
        assertText("{$numberDouble: 'NaN'}", "nan.0");
        assertText("{$numberDouble: '-Infinity'}", "-inf.0");
        assertText("{$numberLong: '5'}", "5");
        assertText("{$numberDecimal: '1.50'}", "1.50");
        assertText("'x'", "\"x\"");
        assertText("null", "null");
        assertText("true", "true");
        assertText("{}", "{}");
        assertText("[]", "[]");
        assertText("{a: 1, b: ['x', {c: null}]}", "{ a: 1, b: [ \"x\", { c: null } ] }");
        assertText("{$date: {$numberLong: '5'}}", "new Date(5)");
        assertText("{$oid: '500000000000000000000000'}", "ObjectId('500000000000000000000000')");
        assertText("{$regularExpression: {pattern: 'a', options: 'i'}}", "/a/i");
        assertText("{$timestamp: {t: 4294967295, i: 2}}", "Timestamp(4294967295, 2)");
        assertText("{$binary: {base64: 'AP8=', subType: '00'}}", "BinData(0, 00FF)");
        assertText("{$minKey: 1}", "MinKey");
    }

    private static void assertText(String value, String text) {
        assertThat(ValueText.of(BsonArray.parse("[" + value + "]").get(0))).isEqualTo(text);
    }
}
