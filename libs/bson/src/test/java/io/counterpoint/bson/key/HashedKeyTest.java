package io.counterpoint.bson.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HashedKeyTest {
    private static final byte UUID_SUBTYPE = 4;
    private static final byte CUSTOM_SUBTYPE = (byte) 128;

    /** Hashes that the MongoDB server gives. */
    static Stream<Arguments> publishedHashes() {
        return Stream.of(
                hash(new BsonInt32(1), 5902408780260971510L),
                hash(new BsonInt64(1), 5902408780260971510L),
                hash(new BsonDouble(1.987), 5902408780260971510L),
                hash(new BsonInt32(42), -944302157085130861L),
                hash(new BsonInt32(0), 4854801880128277513L),
                hash(new BsonDouble(Double.NaN), 4854801880128277513L),
                hash(new BsonDouble(-1.789), 1140205862565771219L),
                hash(new BsonInt32(Integer.MIN_VALUE), 6165898260261354870L),
                hash(new BsonInt64(Integer.MAX_VALUE), 1143184177162245883L),
                hash(new BsonDouble(Double.MAX_VALUE), 921523596458303250L),
                hash(new BsonInt64(Long.MAX_VALUE), 921523596458303250L),
                hash(new BsonDouble(-Double.MAX_VALUE), 4532067210535695462L),
                hash(new BsonMinKey(), 7961148599568647290L),
                hash(new BsonMaxKey(), 5504842513779440750L),
                hash(new BsonUndefined(), 40158834000849533L),
                hash(BsonNull.VALUE, 2338878944348059895L),
                hash(new BsonString("abc"), 8478485326885698097L),
                hash(new BsonSymbol("abc"), 8478485326885698097L),
                hash(new BsonString(""), 2049396243249673340L),
                hash(BsonDocument.parse("{a: 'abc', b: {$numberLong: '123'}}"), 4771603801758380216L),
                hash(new BsonDocument(), 7980500913326740417L),
                hash(BsonArray.parse("['bar', 'baz', 'qux']"), -2938911267422831539L),
                hash(new BsonArray(), 8849948234993459283L),
                hash(new BsonBinary(new byte[] {0, 1, 2, 3, 4, 6}), 7252465090394235301L),
                hash(new BsonBinary(CUSTOM_SUBTYPE, new byte[] {0, 1, 2, 3, 4, 6}), 5736670452907618262L),
                hash(
                        new BsonBinary(UUID_SUBTYPE, new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}),
                        6084661258071355978L),
                hash(new BsonObjectId(new ObjectId("010203040506070809101112")), -5588663249627035708L),
                hash(new BsonObjectId(new ObjectId("000000000000000000000000")), -4293118519463489418L),
                hash(BsonBoolean.TRUE, 6405873908747105701L),
                hash(BsonBoolean.FALSE, 6289544573401934092L),
                hash(new BsonDateTime(0x5566778811223344L), 4476222765095560467L),
                hash(new BsonDateTime(0), -1178696894582842035L),
                hash(new BsonRegularExpression("mongodb"), -7275792090268217043L),
                hash(new BsonRegularExpression(".*", "i"), 7095855029187981886L),
                hash(new BsonDbPointer("db.c", new ObjectId("010203040506070809101112")), 2426768198104018194L),
                hash(new BsonJavaScript("func f() { return 1; }"), 6861638109178014270L),
                hash(
                        new BsonJavaScriptWithScope("func f() { return 1; }", BsonDocument.parse("{c: true}")),
                        501342939894575968L));
    }

    private static Arguments hash(BsonValue value, long expected) {
        return Arguments.of(value, expected);
    }

    @ParameterizedTest
    @MethodSource("publishedHashes")
    void hashesAsTheServerDoes(BsonValue value, long expected) {
        assertThat(HashedKey.hash(value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("publishedHashes")
    void hashesAnElementWhereItLies(BsonValue value, long expected) {
        RawDocument document = BsonBytes.raw(new BsonDocument("before", new BsonInt32(7))
                .append("a longer name", value)
                .append("after", new BsonInt32(8)));

        assertThat(HashedKey.hash(document.array(), document.find("a longer name")))
                .isEqualTo(expected);
    }

    @Test
    void aDecimalHashesAsTheWholeNumberItHolds() {
        long one = HashedKey.hash(new BsonInt32(1));

        for (String text : List.of("1", "1.9", "10E-1")) {
            assertThat(HashedKey.hash(new BsonDecimal128(Decimal128.parse(text))))
                    .as(text)
                    .isEqualTo(one);
        }
        assertThat(HashedKey.hash(new BsonDecimal128(Decimal128.NaN))).isEqualTo(HashedKey.hash(new BsonInt32(0)));
        assertThat(HashedKey.hash(new BsonDecimal128(Decimal128.NEGATIVE_ZERO)))
                .isEqualTo(HashedKey.hash(new BsonInt32(0)));
        assertThat(HashedKey.hash(new BsonDecimal128(Decimal128.parse("1E+6000"))))
                .isEqualTo(HashedKey.hash(new BsonInt64(Long.MAX_VALUE)));
        assertThat(HashedKey.hash(new BsonDecimal128(Decimal128.NEGATIVE_INFINITY)))
                .isEqualTo(HashedKey.hash(new BsonInt64(Long.MIN_VALUE)));
    }

    @Test
    void twoToThe63rdHashesAsTheLeastNumber() {
        assertThat(HashedKey.hash(new BsonDouble(0x1p63))).isEqualTo(HashedKey.hash(new BsonInt64(Long.MIN_VALUE)));
    }
}
