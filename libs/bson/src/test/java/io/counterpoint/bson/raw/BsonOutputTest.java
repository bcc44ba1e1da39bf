package io.counterpoint.bson.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.bson.json.ExtendedJson;
import java.util.Collections;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

class BsonOutputTest {
    @Test
    void writesFieldsOfEachKind() {
        RawDocument document = new BsonOutput()
                .appendInt32("int", -1)
                .appendInt64("long", Long.MIN_VALUE)
                .appendDouble("double", 0.5)
                .appendBoolean("yes", true)
                .appendBoolean("no", false)
                .appendString("text", "grün 😀 \0")
                .appendNull("nothing")
                .appendDateTime("date", 5)
                .appendObjectId("id", new ObjectId("0123456789abcdef01234567"))
                .appendDocument("document", new BsonDocument("a", new BsonInt32(1)))
                .appendValue("value", new BsonString("v"))
                .finish();

        assertThat(document).isEqualTo(ExtendedJson.parse("""
                {int: -1, long: {$numberLong: "-9223372036854775808"}, double: 0.5, yes: true, no: false,
                 text: "grün 😀 \\u0000", nothing: null, date: {$date: {$numberLong: "5"}},
                 id: {$oid: "0123456789abcdef01234567"}, document: {a: 1}, value: "v"}
                """));
        BsonBytes.validate(document.array(), document.offset(), document.byteLength());
    }

    @Test
    void nestsDocumentsAndArrays() {
        BsonOutput out = new BsonOutput(1);
        out.startDocument("cursor");
        out.startArray("batch");
        out.startDocument().appendInt32("a", 1).end();
        out.startArray().add(new BsonInt32(2)).end();
        out.add(new BsonString("x")).end();
        out.end();

        assertThat(out.appendDouble("ok", 1).finish())
                .isEqualTo(ExtendedJson.parse("{cursor: {batch: [{a: 1}, [2], 'x']}, ok: 1.0}"));
    }

    @Test
    void numbersTheElementsOfLongArraysAsTheDriverDoes() {
        BsonArray array = new BsonArray(Collections.nCopies(1_234, new BsonInt32(5)));
        BsonOutput out = new BsonOutput();
        out.startArray("a");
        for (BsonValue value : array) {
            out.add(value);
        }
        RawDocument document = out.end().finish();

        RawDocument asDocument = RawDocument.of(((RawArray) document.getArray("a")).toByteArray());
        assertThat(asDocument.keySet())
                .startsWith("0", "1")
                .contains("9", "10", "99", "100", "999", "1000")
                .endsWith("1233");
    }

    @Test
    void copiesElementsOfOtherDocumentsAsTheyAre() {
        RawDocument source = BsonBytes.raw(ExtendedJson.parse("{a: 1, b: [1, {c: 2}], d: 3}"));
        int element = source.find("b");
        int next = RawElements.next(source.array(), element);

        RawDocument copy = new BsonOutput()
                .appendRawElement(source.array(), element, next - element)
                .appendFields(source)
                .finish();

        assertThat(copy.keySet()).containsExactly("b", "a", "b", "d");
        BsonBytes.validate(copy.array(), copy.offset(), copy.byteLength());
    }

    @Test
    void addsDocumentsThatAreBytes() {
        RawDocument source = BsonBytes.raw(ExtendedJson.parse("{a: 1}"));
        BsonOutput out = new BsonOutput();
        out.startArray("batch")
                .addRawDocument(source.array(), source.offset(), source.byteLength())
                .end();

        assertThat(out.finish()).isEqualTo(ExtendedJson.parse("{batch: [{a: 1}]}"));
    }

    @Test
    void refusesNamesThatWouldEndEarly() {
        assertThatThrownBy(() -> new BsonOutput().appendInt32("a\0b", 1)).isInstanceOf(CommandException.class);
        assertThatThrownBy(() -> new BsonOutput().appendInt32("ä\0b", 1)).isInstanceOf(CommandException.class);
    }

    @Test
    void refusesUnbalancedUse() {
        assertThatThrownBy(() -> new BsonOutput().end()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> new BsonOutput().add(new BsonInt32(1))).isInstanceOf(IllegalStateException.class);
        BsonOutput open = new BsonOutput().startDocument("a");
        assertThatThrownBy(open::finish).isInstanceOf(IllegalStateException.class);
    }
}
