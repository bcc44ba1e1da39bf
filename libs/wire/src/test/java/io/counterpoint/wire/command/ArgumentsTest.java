package io.counterpoint.wire.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {
    private final Arguments arguments = new Arguments(
            "find",
            BsonDocument.parse(
                    "{text: 'a', doc: {x: 1}, list: [1], yes: true, zero: 0, two: 2, half: 2.5, minus: -1, none: null}"));

    @Test
    void readsWhatWasSent() {
        assertThat(arguments.string("text")).isEqualTo("a");
        assertThat(arguments.requiredString("text")).isEqualTo("a");
        assertThat(arguments.document("doc")).isEqualTo(BsonDocument.parse("{x: 1}"));
        assertThat(arguments.requiredDocument("doc")).isEqualTo(BsonDocument.parse("{x: 1}"));
        assertThat(arguments.array("list")).hasSize(1);
        assertThat(arguments.bool("yes", false)).isTrue();
        assertThat(arguments.bool("zero", true)).isFalse();
        assertThat(arguments.bool("two", false)).isTrue();
        assertThat(arguments.number("half")).hasValue(2);
        assertThat(arguments.count("two", 7)).isEqualTo(2);
    }

    @Test
    void takesNullForNotSent() {
        for (String field : new String[] {"none", "missing"}) {
            assertThat(arguments.has(field)).isFalse();
            assertThat(arguments.value(field)).isNull();
            assertThat(arguments.string(field)).isNull();
            assertThat(arguments.document(field)).isNull();
            assertThat(arguments.documentOrEmpty(field)).isEmpty();
            assertThat(arguments.array(field)).isNull();
            assertThat(arguments.bool(field, true)).isTrue();
            assertThat(arguments.number(field)).isEmpty();
            assertThat(arguments.count(field, 7)).isEqualTo(7);
            assertThatThrownBy(() -> arguments.requiredString(field))
                    .isInstanceOf(CommandException.class)
                    .hasMessage("BSON field 'find." + field + "' is missing but a required field");
            assertThatThrownBy(() -> arguments.requiredDocument(field)).isInstanceOf(CommandException.class);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    string | BSON field 'find.yes' is the wrong type 'bool', expected type 'string'
                    object | BSON field 'find.yes' is the wrong type 'bool', expected type 'object'
                    array  | BSON field 'find.yes' is the wrong type 'bool', expected type 'array'
                    number | BSON field 'find.yes' is the wrong type 'bool', expected types '[long, int, decimal, double]'
                    bool   | BSON field 'find.text' is the wrong type 'string', expected types '[bool, long, int, decimal, double]'
                    count  | BSON field 'minus' value must be >= 0, actual value '-1'
                    """)
    void refusesOtherTypes(String kind, String text) {
        assertThatThrownBy(() -> read(kind))
                .isInstanceOf(CommandException.class)
                .hasMessage(text);
    }

    private Object read(String kind) {
        return switch (kind) {
            case "string" -> arguments.requiredString("yes");
            case "object" -> arguments.requiredDocument("yes");
            case "array" -> String.valueOf(arguments.array("yes"));
            case "number" -> arguments.number("yes");
            case "bool" -> arguments.bool("text", true);
            case "count" -> arguments.count("minus", 0);
            default -> throw new AssertionError(kind);
        };
    }
}
