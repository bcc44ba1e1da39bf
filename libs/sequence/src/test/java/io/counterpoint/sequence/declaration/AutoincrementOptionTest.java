package io.counterpoint.sequence.declaration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AutoincrementOptionTest {
    private static AutoincrementOption parse(String json) {
        return AutoincrementOption.parse(
                BsonDocument.parse("{v: " + json + "}").values().iterator().next());
    }

    @Test
    void takesANameOrAList() {
        assertThat(parse("'id'").fields()).containsExactly("id");
        assertThat(parse("['id', 'ticket']").fields()).containsExactly("id", "ticket");
    }

    @Test
    void takesDocumentsWithOptions() {
        assertThat(parse("[{field: 'id', mode: 'per_shard', onDuplicate: 'skip'}, 'ticket']")
                        .sequences())
                .containsExactly(new SequenceDeclaration("id", true), new SequenceDeclaration("ticket", false));
    }

    @Test
    void refusesAModeByName() {
        assertThatThrownBy(() -> parse("[{field: 'id', mode: 'block'}]"))
                .extracting(thrown -> ((CommandException) thrown).code())
                .isEqualTo(ErrorCode.COMMAND_NOT_SUPPORTED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'a.b'",
                "'.a'",
                "''",
                "'$id'",
                "'a\\u0000b'",
                "'_id'",
                "[]",
                "['id', 'id']",
                "['id', '_id']",
                "[{field: 'id', cache: 5}]",
                "[{mode: 'per_shard'}]"
            })
    void refusesNamesThatNoFieldMayHave(String json) {
        assertThatThrownBy(() -> parse(json))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("autoincrement")
                .extracting(thrown -> ((CommandException) thrown).code())
                .isEqualTo(ErrorCode.BAD_VALUE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "true", "null", "{nosuch: 1}", "['id', 5]", "['id', ['x']]", "['id', null]"})
    void refusesOtherTypes(String json) {
        assertThatThrownBy(() -> parse(json))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("autoincrement")
                .extracting(thrown -> ((CommandException) thrown).code())
                .isEqualTo(ErrorCode.TYPE_MISMATCH);
    }

    @Test
    void rowHasItsFieldsInOrder() {
        assertThat(AutoincrementOption.row("shop.orders", "id", new BsonInt32(0))
                        .toJson())
                .isEqualTo(
                        "{\"_id\": \"shop.orders.id\", \"collection\": \"shop.orders\", \"field\": \"id\", \"last\": 0}");
    }
}
