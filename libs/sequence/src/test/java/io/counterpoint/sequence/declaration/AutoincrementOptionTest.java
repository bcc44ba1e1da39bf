package io.counterpoint.sequence.declaration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.sequence.mode.DeclaredProperties;
import io.counterpoint.sequence.mode.Knob;
import io.counterpoint.sequence.mode.NumberRange;
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mode: 'block'",
                "mode: 'central'",
                "mode: 'gapless'",
                "onExplicit: 'broadcast'",
                "scope: ['customer']",
                "report: 'reply'",
                "mode: 'snowflake', onClockBack: 'wait'"
            })
    void refusesByNameWhatIsNotThere(String options) {
        assertThatThrownBy(() -> parse("[{field: 'id', " + options + "}]"))
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
                "[{field: 'id', mode: 'nosuch'}]",
                "[{field: 'id', mode: 5}]",
                "[{field: 'id', increment: 0}]",
                "[{field: 'id', start: 5, max: 4}]",
                "[{field: 'id', start: -1}]",
                "[{field: 'id', start: 1.5}]",
                "[{field: 'id', cycle: 1}]",
                "[{field: 'id', onExplicit: 'never'}]",
                "[{field: 'id', mode: 'strided', step: 0}]",
                "[{field: 'id', mode: 'strided', increment: -1}]",
                "[{field: 'id', mode: 'range_encoded', bits: 44}]",
                "[{field: 'id', mode: 'range_encoded', start: 5}]",
                "[{field: 'id', mode: 'snowflake', jsSafe: 1}]",
                "[{field: 'id', mode: 'snowflake', onClockBack: 'x'}]",
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
    void takesKnobsAndRange() {
        SequenceDeclaration strided = parse("[{field: 'id', mode: 'strided', step: 3, start: 10, increment: 5}]")
                .sequences()
                .get(0);
        assertThat(strided.knob(Knob.STEP)).isEqualTo(3);
        assertThat(strided.range()).isEqualTo(new NumberRange(10, 5, 1, Long.MAX_VALUE, false));
        assertThat(strided.properties().unique()).isEqualTo(DeclaredProperties.Reach.CLUSTER);
        SequenceDeclaration down = parse("[{field: 'id', increment: -2, onExplicit: 'reject'}]")
                .sequences()
                .get(0);
        assertThat(down.range().start()).isEqualTo(-1);
        assertThat(down.onExplicit()).isEqualTo(OnExplicit.REJECT);
        SequenceDeclaration time = parse("[{field: 'id', mode: 'snowflake', jsSafe: true, onClockBack: 'fail'}]")
                .sequences()
                .get(0);
        assertThat(time.properties().bitWidth()).isEqualTo(53);
        assertThat(time.knob(Knob.CLOCK_BACK_FAILS)).isEqualTo(1);
    }

    @Test
    void rowHasItsFieldsInOrder() {
        assertThat(AutoincrementOption.row("shop.orders", new SequenceDeclaration("id", false), new BsonInt32(0))
                        .toJson())
                .isEqualTo(
                        "{\"_id\": \"shop.orders.id\", \"collection\": \"shop.orders\", \"field\": \"id\", \"last\": 0}");
    }
}
