package io.counterpoint.query.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.query.CollatedCases;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.operator.FilterOperator;
import io.counterpoint.query.filter.operator.FilterOperators;
import io.counterpoint.testkit.golden.GoldenFiles;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * A case has {@code documents}, a {@code filter} and may have a {@code collation}; its result is the positions of the
 * documents that match.
 */
class FilterGoldenTest {
    @TestFactory
    List<DynamicNode> golden() {
        return GoldenFiles.tests("filter", FilterGoldenTest::run);
    }

    @Test
    void operatorsAreSortedByName() {
        List<String> names = FilterOperators.all().stream()
                .filter(operator -> !operator.help().startsWith("refused"))
                .map(FilterOperator::name)
                .toList();

        assertThat(names).isSorted().doesNotHaveDuplicates();
    }

    private static BsonValue run(BsonDocument input) {
        Filter filter = Filter.parse(input.getDocument("filter"), CollatedCases.context(QueryContext.plain(), input));
        BsonArray matches = new BsonArray();
        int position = 0;
        for (BsonValue document : input.getArray("documents")) {
            boolean match = filter.matches(document.asDocument());
            assertThat(filter.matches(BsonBytes.raw(document.asDocument())))
                    .as("bytes of %s give the same answer", document)
                    .isEqualTo(match);
            if (match) {
                matches.add(new BsonInt32(position));
            }
            position++;
        }
        return matches;
    }
}
