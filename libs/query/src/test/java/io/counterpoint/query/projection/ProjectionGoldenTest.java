package io.counterpoint.query.projection;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.testkit.golden.GoldenFiles;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/**
 * A case has a {@code document} and one of {@code projection} (with a {@code filter} or without), {@code project} and
 * {@code addFields}.
 */
class ProjectionGoldenTest {
    @TestFactory
    List<DynamicNode> golden() {
        return GoldenFiles.tests("projection", ProjectionGoldenTest::run);
    }

    private static BsonValue run(BsonDocument input) {
        Projection projection = parse(input);
        BsonDocument document = input.getDocument("document");
        BsonDocument before = BsonBytes.tree(document);
        BsonDocument result = projection.apply(document);
        BsonDocument ofBytes = projection.apply(BsonBytes.raw(document));
        assertThat(ofBytes).as("bytes give the same result").isEqualTo(result);
        assertThat(new ArrayList<>(ofBytes.keySet())).isEqualTo(new ArrayList<>(result.keySet()));
        assertThat(document).as("the given document is not changed").isEqualTo(before);
        return result;
    }

    private static Projection parse(BsonDocument input) {
        if (input.containsKey("project")) {
            return Projection.parseProject(input.getDocument("project"), QueryContext.plain());
        }
        if (input.containsKey("addFields")) {
            return Projection.parseAddFields(input.getDocument("addFields"), QueryContext.plain());
        }
        Filter filter = Filter.parse(input.getDocument("filter", new BsonDocument()), QueryContext.plain());
        return Projection.parse(input.getDocument("projection"), filter, QueryContext.plain());
    }
}
