package io.counterpoint.bson.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.bson.json.ExtendedJson;
import java.util.HexFormat;
import java.util.List;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyEncodingTest {
    /** Keys are on disks: a change here is a change of the storage format. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {$minKey: 1}                               | 10
            {$undefined: true}                         | 14
            null                                       | 18
            {$numberDouble: 'NaN'}                     | 20
            -1                                         | 22 801fffffffffffff
            {$numberDouble: '-Infinity'}               | 22 001fffffffffffff
            0                                          | 24
            -0.0                                       | 24
            1                                          | 26 7fe0000000000000
            5                                          | 26 8028000000000000
            {$numberLong: '5'}                         | 26 8028000000000000
            5.0                                        | 26 8028000000000000
            {$numberDecimal: '5.00'}                   | 26 8028000000000000
            {$numberLong: '9007199254740993'}          | 26 8680000000000001 4010 01bc16d674ec800de0b6b3a7640000
            {$numberDecimal: '9007199254740993'}       | 26 8680000000000001 4010 01bc16d674ec800de0b6b3a7640000
            {$numberDouble: 'Infinity'}                | 26 ffe0000000000000
            "ab"                                       | 30 6162 00
            "ä\\u0000\\u0001"                            | 30 c3a4 0101 0102 00
            {$symbol: 'ab'}                            | 30 6162 00
            {a: 1, b: 'x'}                             | 38 20 6100 26 7fe0000000000000 30 6200 30 7800 00
            {}                                         | 38 00
            [1, []]                                    | 40 26 7fe0000000000000 40 00 00
            {$binary: {base64: 'AQI=', subType: '05'}} | 48 00000002 05 0102
            {$oid: '0123456789abcdef01234567'}         | 50 0123456789abcdef01234567
            false                                      | 58
            true                                       | 59
            {$date: {$numberLong: '1'}}                | 60 8000000000000001
            {$date: {$numberLong: '-1'}}               | 60 7fffffffffffffff
            {$timestamp: {t: 1, i: 2}}                 | 68 0000000100000002
            {$regularExpression: {pattern: 'a', options: 'i'}} | 70 6100 6900
            {$code: 'f'}                               | 80 6600
            {$code: 'f', $scope: {a: null}}            | 88 6600 18 6100 18 00
            {$maxKey: 1}                               | e0
            """)
    void hasAFixedFormat(String json, String hex) {
        BsonValue value = ExtendedJson.parseValue(json);
        assertThat(HexFormat.of().formatHex(KeyEncoding.encode(value))).isEqualTo(hex.replace(" ", ""));
    }

    @Test
    void descendingPartsAreComplemented() {
        byte[] key = KeyEncoding.encode(List.of(new BsonString("a"), new BsonString("a")), new boolean[] {true, false});

        assertThat(HexFormat.of().formatHex(key)).isEqualTo("cf9eff" + "306100");
        assertThat(KeyEncoding.encode(new BsonValue[] {new BsonString("a")}, new boolean[] {true}))
                .isEqualTo(HexFormat.of().parseHex("cf9eff"));
        assertThatThrownBy(() -> KeyEncoding.encode(List.of(new BsonInt32(1)), new boolean[2]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theSuccessorDropsWhatCannotGrow() {
        assertThat(KeyEncoding.successor(new byte[] {1, 2})).containsExactly(1, 3);
        assertThat(KeyEncoding.successor(new byte[] {1, (byte) 0xFF, (byte) 0xFF}))
                .containsExactly(2);
        assertThat(KeyEncoding.successor(new byte[] {0x7F})).containsExactly(0x80);
        assertThatThrownBy(() -> KeyEncoding.successor(new byte[] {(byte) 0xFF}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> KeyEncoding.successor(new byte[0])).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aBufferIsCutBackAndUsedAgain() {
        KeyBuffer buffer = new KeyBuffer().appendInt32BigEndian(7).appendInt64BigEndian(-2);
        int prefix = buffer.length();
        buffer.appendValue(new BsonString("x".repeat(500)));

        assertThat(buffer.length()).isEqualTo(12 + 502);
        assertThat(HexFormat.of()
                        .formatHex(buffer.truncate(prefix).appendByte(0xAB).toByteArray()))
                .isEqualTo("00000007" + "fffffffffffffffe" + "ab");
        assertThat(buffer.clear().length()).isZero();
        assertThatThrownBy(() -> buffer.truncate(1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void typeBoundsAreOneByte() {
        assertThat(bounds(BsonType.INT32, false)).isEqualTo("20-27");
        assertThat(bounds(BsonType.DOUBLE, true)).isEqualTo("d9-e0");
        assertThat(bounds(BsonType.BOOLEAN, false)).isEqualTo("58-5a");
        assertThat(bounds(BsonType.MAX_KEY, false)).isEqualTo("e0-e1");
        assertThat(bounds(BsonType.MIN_KEY, true)).isEqualTo("ef-f0");
    }

    private static String bounds(BsonType type, boolean descending) {
        HexFormat hex = HexFormat.of();
        return hex.formatHex(new KeyBuffer().appendTypeStart(type, descending).toByteArray())
                + "-"
                + hex.formatHex(new KeyBuffer().appendTypeEnd(type, descending).toByteArray());
    }
}
