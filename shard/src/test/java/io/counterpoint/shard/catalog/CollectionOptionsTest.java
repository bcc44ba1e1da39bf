package io.counterpoint.shard.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectionOptionsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {capped: true, size: 5}          | capped
            {timeseries: {timeField: 't'}}   | timeseries
            {clusteredIndex: {}}             | clusteredIndex
            """)
    void refusesByName(String options, String name) {
        assertThatThrownBy(() -> CollectionOptions.checkSupported(BsonDocument.parse(options)))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("'" + name + "'")
                .extracting(refusal -> ((CommandException) refusal).code().number())
                .isEqualTo(115);
    }

    @Test
    void keepsTheWholeCollation() {
        assertThat(CollectionOptions.withWholeCollation(
                        BsonDocument.parse("{collation: {locale: 'fr_CA', strength: 2}}")))
                .isEqualTo(BsonDocument.parse("""
                        {collation: {locale: 'fr_CA', caseLevel: false, caseFirst: 'off', strength: 2,
                          numericOrdering: false, alternate: 'non-ignorable', maxVariable: 'punct',
                          normalization: false, backwards: true, version: '57.1'}}"""));
        assertThat(CollectionOptions.withWholeCollation(BsonDocument.parse("{collation: {locale: 'simple'}}")))
                .isEmpty();
    }

    @Test
    void takesWhatAsksForNothingElse() {
        assertThatCode(() -> CollectionOptions.checkSupported(
                        BsonDocument.parse("{capped: false, collation: {locale: 'simple'}, autoincrement: 'id'}")))
                .doesNotThrowAnyException();
    }
}
