package io.counterpoint.wire.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import org.bson.BsonDocument;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdIndexOptionTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{capped: false}",
                "{capped: false, idIndex: {v: 2, key: {_id: 1}, name: '_id_'}}",
                "{capped: false, idIndex: {key: {_id: 1.0}, name: '_id_', collation: {locale: 'simple'}}}"
            })
    void addsNothing(String options) {
        BsonDocument taken = BsonDocument.parse(options);
        IdIndexOption.takeFrom(taken);
        assertThat(taken).containsOnlyKeys("capped");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {idIndex: 1} | 14
            {idIndex: {name: '_id_'}} | 9
            {idIndex: {key: {_id: -1}, name: '_id_'}} | 2
            {idIndex: {key: {_id: 1, a: 1}, name: 'x'}} | 2
            {idIndex: {key: {_id: 1}, name: '_id_', collation: {locale: 'de'}}} | 2
            {collation: {locale: 'fr'}, idIndex: {key: {_id: 1}, name: '_id_', collation: {locale: 'de'}}} | 2
            """)
    void refuses(String options, int code) {
        assertThatThrownBy(() -> IdIndexOption.takeFrom(BsonDocument.parse(options)))
                .isInstanceOfSatisfying(
                        CommandException.class,
                        refusal -> assertThat(refusal.code().number()).isEqualTo(code));
    }
}
