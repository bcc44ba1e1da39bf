package io.counterpoint.bson.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.bson.raw.BsonBytes;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.json.JsonParseException;
import org.junit.jupiter.api.Test;

class ExtendedJsonTest {
    private final BsonDocument document = ExtendedJson.parse("{a: {$numberLong: '5'}, b: [1.5, 'x']}");

    @Test
    void printsBothForms() {
        assertThat(ExtendedJson.canonical(document))
                .isEqualTo("{\"a\": {\"$numberLong\": \"5\"}, \"b\": [{\"$numberDouble\": \"1.5\"}, \"x\"]}");
        assertThat(ExtendedJson.relaxed(document)).isEqualTo("{\"a\": 5, \"b\": [1.5, \"x\"]}");
        assertThat(ExtendedJson.relaxedIndented(document)).contains("\n").contains("\"a\": 5");
    }

    @Test
    void printsViewsAsTrees() {
        assertThat(ExtendedJson.canonical(BsonBytes.raw(document))).isEqualTo(ExtendedJson.canonical(document));
    }

    @Test
    void whatIsCanonicalComesBackTheSame() {
        assertThat(ExtendedJson.parse(ExtendedJson.canonical(document))).isEqualTo(document);
    }

    @Test
    void readsAndPrintsValuesOfAnyType() {
        assertThat(ExtendedJson.parseValue("7")).isEqualTo(new BsonInt32(7));
        assertThat(ExtendedJson.parseValue("'}:{'")).isEqualTo(new BsonString("}:{"));
        assertThat(ExtendedJson.canonicalValue(new BsonInt32(7))).isEqualTo("{\"$numberInt\": \"7\"}");
        assertThat(ExtendedJson.relaxedValue(new BsonString("}:{"))).isEqualTo("\"}:{\"");
    }

    @Test
    void refusesOtherText() {
        assertThatThrownBy(() -> ExtendedJson.parse("{a: ")).isInstanceOf(JsonParseException.class);
        assertThatThrownBy(() -> ExtendedJson.parse("[]")).isInstanceOf(RuntimeException.class);
    }
}
