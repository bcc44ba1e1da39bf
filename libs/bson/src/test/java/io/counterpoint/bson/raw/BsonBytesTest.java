package io.counterpoint.bson.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.json.ExtendedJson;
import java.util.HexFormat;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BsonBytesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0500000000",
                "0C0000001061000100000000",
                "0F00000002610003000000C3A40000",
                "090000000861000100",
                "0B000000 0B 61 00 78 00 00 00",
            })
    void acceptsDocuments(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        assertThatCode(() -> BsonBytes.validate(bytes, 0, bytes.length)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "'', length runs past",
        "050000, length runs past",
        "0400000000, out of range",
        "0600000000, out of range",
        "FFFFFFFF00, out of range",
        "050000000000, shorter than the bytes given",
        "0500000001, not terminated",
        "060000000000, ends before its length",
        "0C0000001061000100000001, not terminated",
        "0B00000010610001000000, runs past",
        "07000000106100, not null terminated",
        "080000001061000000, runs past",
        "0800000042610000, Unrecognized BSON type 66",
        "0900000008610002 00, Invalid boolean",
        "0D000000026100000000000000, out of range",
        "0E00000002610003000000787800, out of range",
        "0E00000002610002000000787800, not null terminated",
        "0E00000002610002000000C30000, not valid UTF-8",
        "0E000000026100FFFFFFFF780000, out of range",
        "09000000 10 C3 00 01 00, not valid UTF-8",
        "0D000000056100FFFFFFFF0000, out of range",
        "0E0000000561000100000002 0000, wrong inner length",
        "0D000000036100040000000000, out of range",
        "0D000000036100060000000000, out of range",
    })
    void refusesDamage(String hex, String text) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        assertThatThrownBy(() -> BsonBytes.validate(bytes, 0, bytes.length))
                .isInstanceOfSatisfying(
                        CommandException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_BSON))
                .hasMessageContaining(text);
    }

    @Test
    void namesTheFieldThatIsDamaged() {
        byte[] bytes = HexFormat.of().parseHex("0E00000002616263000000000000");
        assertThatThrownBy(() -> BsonBytes.validate(bytes, 0, bytes.length))
                .hasMessageEndingWith("in element with field name 'abc'");
    }

    @Test
    void doesNotLookBeyondTheRange() {
        byte[] inner = BsonBytes.encode(new BsonDocument("a", new BsonInt32(1)));
        byte[] bytes = new byte[inner.length + 10];
        System.arraycopy(inner, 0, bytes, 3, inner.length);

        assertThatCode(() -> BsonBytes.validate(bytes, 3, inner.length)).doesNotThrowAnyException();
        assertThatThrownBy(() -> BsonBytes.validate(bytes, 3, inner.length - 1)).isInstanceOf(CommandException.class);
        assertThatThrownBy(() -> BsonBytes.validate(bytes, 3, inner.length + 1)).isInstanceOf(CommandException.class);
        assertThatThrownBy(() -> BsonBytes.validate(bytes, 10, bytes.length))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void acceptsAHundredLevelsAndNoMore() {
        byte[] hundred = BsonBytes.encode(nested(100));
        byte[] more = BsonBytes.encode(nested(101));

        assertThatCode(() -> BsonBytes.validate(hundred, 0, hundred.length)).doesNotThrowAnyException();
        assertThatThrownBy(() -> BsonBytes.validate(more, 0, more.length))
                .isInstanceOfSatisfying(
                        CommandException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.OVERFLOW))
                .hasMessage("BSONObj exceeded maximum nested object depth: 100");
    }

    @Test
    void theDepthMayBeChosen() {
        byte[] bytes = BsonBytes.encode(nested(101));

        assertThatCode(() -> BsonBytes.validate(bytes, 0, bytes.length, 101)).doesNotThrowAnyException();
        assertThatThrownBy(() -> BsonBytes.validate(bytes, 0, bytes.length, 100))
                .hasMessage("BSONObj exceeded maximum nested object depth: 100");
    }

    @Test
    void tellsHowDeepADocumentIs() {
        for (int depth : new int[] {1, 2, 3, 100, 200}) {
            RawDocument document = BsonBytes.raw(nested(depth).append("more", new BsonInt32(1)));

            assertThat(BsonBytes.isDeeperThan(document, depth))
                    .as("depth %s", depth)
                    .isFalse();
            assertThat(BsonBytes.isDeeperThan(document, depth - 1))
                    .as("depth %s", depth)
                    .isTrue();
        }
    }

    @Test
    void tellsTheDepthOfTheLeastBytesThereCanBe() {
        BsonDocument document = new BsonDocument();
        for (int depth = 2; depth <= 50; depth++) {
            document = new BsonDocument("", document);
            assertThat(BsonBytes.isDeeperThan(BsonBytes.raw(document), depth - 1))
                    .isTrue();
            assertThat(BsonBytes.isDeeperThan(BsonBytes.raw(document), depth)).isFalse();
        }
    }

    @Test
    void arraysAndScopesAreLevelsOfDepth() {
        BsonDocument mixed = new BsonDocument("a", new BsonArray(List.of(new BsonInt32(1), nested(3))));
        RawDocument scope = BsonBytes.raw(new BsonDocument("x", new BsonInt32(1))
                .append("a", new BsonJavaScriptWithScope("function", nested(3))));

        assertThat(BsonBytes.isDeeperThan(BsonBytes.raw(mixed), 4)).isTrue();
        assertThat(BsonBytes.isDeeperThan(BsonBytes.raw(mixed), 5)).isFalse();
        assertThat(BsonBytes.isDeeperThan(scope, 3)).isTrue();
        assertThat(BsonBytes.isDeeperThan(scope, 4)).isFalse();
    }

    @Test
    void arraysAndScopesCountAsLevels() {
        BsonValue value = new BsonInt32(1);
        for (int i = 0; i < 100; i++) {
            value = new BsonArray(List.of(value));
        }
        byte[] arrays = BsonBytes.encode(new BsonDocument("a", value));
        byte[] scope = BsonBytes.encode(new BsonDocument("a", new BsonJavaScriptWithScope("f", nested(100))));

        assertThatThrownBy(() -> BsonBytes.validate(arrays, 0, arrays.length)).hasMessageContaining("depth");
        assertThatThrownBy(() -> BsonBytes.validate(scope, 0, scope.length)).hasMessageContaining("depth");
    }

    @Test
    void binaryOfTheOldSubtypeKeepsItsInnerLength() {
        BsonDocument document = new BsonDocument("a", new BsonBinary((byte) 2, new byte[] {7, 8}));
        byte[] bytes = BsonBytes.encode(document);

        BsonBytes.validate(bytes, 0, bytes.length);
        assertThat(RawDocument.of(bytes)).isEqualTo(document);
        assertThat(HexFormat.of().formatHex(bytes))
                .isEqualTo("13000000056100" + "06000000" + "02" + "02000000" + "0708" + "00");
    }

    @Test
    void aViewStaysItself() {
        RawDocument raw = BsonBytes.raw(ExtendedJson.parse("{a: 1}"));

        assertThat(BsonBytes.raw(raw)).isSameAs(raw);
        assertThat(BsonBytes.encode(raw)).isNotSameAs(raw.array()).isEqualTo(raw.toByteArray());
    }

    @Test
    void aTreeSharesNothingThatCanChange() {
        BsonDocument original = ExtendedJson.parse("{a: [{b: 1}]}");
        BsonDocument copy = BsonBytes.tree(original);
        copy.getArray("a").get(0).asDocument().put("b", new BsonInt32(2));

        assertThat(original).isEqualTo(ExtendedJson.parse("{a: [{b: 1}]}"));
    }

    private static BsonDocument nested(int levels) {
        BsonDocument document = new BsonDocument();
        for (int i = 1; i < levels; i++) {
            document = new BsonDocument("a", document);
        }
        return document;
    }
}
