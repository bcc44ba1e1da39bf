package io.counterpoint.query.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.json.ExtendedJson;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.Filter;
import java.util.Set;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

final class UpdateTest {
    private static final Filter ANY = Filter.parse(new BsonDocument(), QueryContext.plain());

    @Test
    void threeKinds() {
        assertThat(update("{a: 1}").kind()).isEqualTo(UpdateKind.REPLACEMENT);
        assertThat(update("{}").kind()).isEqualTo(UpdateKind.REPLACEMENT);
        assertThat(update("{$set: {a: 1}}").kind()).isEqualTo(UpdateKind.OPERATORS);
        assertThat(update("[{$set: {a: 1}}]").kind()).isEqualTo(UpdateKind.PIPELINE);
    }

    @Test
    void onlyReplacementsRefuseMulti() {
        update("{$set: {a: 1}}").checkMulti(true);
        update("[]").checkMulti(true);
        update("{a: 1}").checkMulti(false);
        Update replacement = update("{a: 1}");
        assertThat(replacement.isReplacement()).isTrue();
        assertThatThrownBy(() -> replacement.checkMulti(true))
                .isInstanceOfSatisfying(
                        CommandException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.FAILED_TO_PARSE))
                .hasMessage("multi update is not supported for replacement-style update");
    }

    @Test
    void operatorsTellWhichFieldsTheyTouch() {
        TouchedFields touched = update("{$set: {'a.b': 1}, $inc: {c: 1}, $rename: {d: 'e.f'}, $push: {'g.$[]': 1}}")
                .touchedFields();
        assertThat(touched.any()).isFalse();
        assertThat(touched.names()).isEqualTo(Set.of("a", "c", "d", "e", "g"));
        assertThat(touched.contains("a")).isTrue();
        assertThat(touched.contains("a.x")).isTrue();
        assertThat(touched.contains("b")).isFalse();
    }

    @Test
    void replacementsAndPipelinesMayTouchEverything() {
        assertThat(update("{a: 1}").touchedFields().contains("z")).isTrue();
        assertThat(update("[{$set: {a: 1}}]").touchedFields().contains("z")).isTrue();
    }

    @Test
    void noChangeHandsBackTheStoredDocument() {
        RawDocument stored = BsonBytes.raw(BsonDocument.parse("{_id: 1, a: 1, b: [1, 2]}"));
        for (String text : new String[] {
            "{$set: {a: 1, b: [1, 2]}}", "{a: 1, b: [1, 2]}", "[{$set: {a: '$a'}}]", "{$pull: {b: 7}}", "{$max: {a: 0}}"
        }) {
            UpdateOutcome outcome = update(text).apply(stored, ANY);
            assertThat(outcome.modified()).as(text).isFalse();
            assertThat(outcome.document()).as(text).isSameAs(stored);
        }
    }

    @Test
    void changeSharesWhatStays() {
        RawDocument stored = BsonBytes.raw(BsonDocument.parse("{_id: 1, a: {b: 1}, c: {d: 1}}"));
        UpdateOutcome outcome = update("{$set: {'a.b': 2}}").apply(stored, ANY);
        assertThat(outcome.document().get("c")).isInstanceOf(RawDocument.class);
        assertThat(BsonBytes.raw(outcome.document()))
                .isEqualTo(BsonBytes.raw(BsonDocument.parse("{_id: 1, a: {b: 2}, c: {d: 1}}")));
    }

    @Test
    void oneUpdateServesManyDocuments() {
        Update update = update("{$inc: {n: 1}}");
        BsonDocument first =
                update.apply(BsonDocument.parse("{_id: 1, n: 1}"), ANY).document();
        BsonDocument second =
                update.apply(BsonDocument.parse("{_id: 2, n: 5}"), ANY).document();
        assertThat(first).isEqualTo(BsonDocument.parse("{_id: 1, n: 2}"));
        assertThat(second).isEqualTo(BsonDocument.parse("{_id: 2, n: 6}"));
    }

    private static Update update(String json) {
        return Update.parse(ExtendedJson.parseValue(json), null, QueryContext.plain());
    }
}
