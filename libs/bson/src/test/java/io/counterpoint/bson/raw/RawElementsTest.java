package io.counterpoint.bson.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RawElementsTest {
    private static final byte[] BYTES = BsonBytes.encode(new BsonDocument("ab", new BsonInt32(1))
            .append("a", new BsonInt32(2))
            .append("abc", new BsonString("abc"))
            .append("größe", new BsonInt32(4))
            .append("gr", new BsonInt32(5))
            .append("𝒳", new BsonInt32(6))
            .append("", new BsonInt32(7)));

    @ParameterizedTest
    @ValueSource(strings = {"ab", "a", "abc", "größe", "gr", "𝒳", ""})
    void findsAName(String name) {
        int element = RawElements.find(BYTES, 0, name);

        assertThat(RawElements.name(BYTES, element)).isEqualTo(name);
        assertThat(RawElements.nameEquals(BYTES, element, name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"abcd", "b", "größ", "größer", "grosse", "𝒴", "ab\0", "\0", "ab\0c", "A"})
    void doesNotFindANameThatIsMerelySimilar(String name) {
        assertThat(RawElements.find(BYTES, 0, name)).isEqualTo(-1);
    }

    @Test
    void walksOverAllElements() {
        int count = 0;
        int element = RawElements.first(0);
        while (!RawElements.isEnd(BYTES, element)) {
            count++;
            element = RawElements.next(BYTES, element);
        }

        assertThat(count).isEqualTo(7);
        assertThat(element).isEqualTo(BYTES.length - 1);
    }

    @Test
    void tellsTheLengthOfANameInBytes() {
        assertThat(RawElements.nameLength(BYTES, RawElements.find(BYTES, 0, "größe")))
                .isEqualTo(7);
        assertThat(RawElements.nameLength(BYTES, RawElements.find(BYTES, 0, "")))
                .isZero();
    }

    @Test
    void refusesATypeThatDoesNotExist() {
        assertThatThrownBy(() -> RawElements.valueLength(BYTES, 0x42, 0))
                .isInstanceOf(CommandException.class)
                .hasMessage("Unrecognized BSON type 66");
    }

    @Test
    void refusesALengthThatWouldLeadBackwards() {
        byte[] bytes = {0, 0, 0, 0, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0};

        assertThatThrownBy(() -> RawElements.valueLength(bytes, RawElements.STRING, 4))
                .isInstanceOf(CommandException.class);
    }
}
