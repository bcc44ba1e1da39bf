package io.counterpoint.shard.catalog;

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
            {collation: {locale: 'de'}}      | collation
            """)
    void refusesByName(String options, String name) {
        assertThatThrownBy(() -> CollectionOptions.checkSupported(BsonDocument.parse(options)))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("'" + name + "'")
                .extracting(refusal -> ((CommandException) refusal).code().number())
                .isEqualTo(115);
    }

    @Test
    void takesWhatAsksForNothingElse() {
        assertThatCode(() -> CollectionOptions.checkSupported(
                        BsonDocument.parse("{capped: false, collation: {locale: 'simple'}, autoincrement: 'id'}")))
                .doesNotThrowAnyException();
    }
}
