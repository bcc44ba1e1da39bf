package io.counterpoint.query.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.query.CollatedCases;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.testkit.golden.GoldenFiles;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/**
 * The cases of {@code golden/update}: {@code update}, optionally {@code filter} and {@code arrayFilters}, and either
 * the {@code document} it is applied to or {@code upsert: true}. Each is run over bytes in place and over a tree.
 */
final class UpdateGoldenTest {
    /** 2024-01-02T03:04:05.678Z. */
    private static final long NOW_MILLIS = 1_704_164_645_678L;

    private static final QueryContext CONTEXT = QueryContext.plain().withNowMillis(NOW_MILLIS);

    @TestFactory
    List<DynamicNode> golden() {
        return GoldenFiles.tests("update", UpdateGoldenTest::run);
    }

    private static BsonValue run(BsonDocument input) {
        QueryContext context =
                CollatedCases.context(CONTEXT.withLet(input.getDocument("let", new BsonDocument())), input);
        Filter filter = Filter.parse(input.getDocument("filter", new BsonDocument()), context);
        BsonArray arrayFilters = input.getArray("arrayFilters", new BsonArray());
        Update update = Update.parse(input.get("update", BsonNull.VALUE), arrayFilters, context);
        if (input.containsKey("upsert")) {
            return update.upsertDocument(filter);
        }
        BsonDocument document = input.getDocument("document");
        BsonDocument onBytes = outcome(update.apply(BsonBytes.raw(document), filter));
        BsonDocument before = BsonBytes.tree(document);
        BsonDocument onTree = outcome(update.apply(document, filter));
        assertThat(document).as("the document handed in").isEqualTo(before);
        assertThat(BsonBytes.encode(onBytes)).as("tree and bytes").isEqualTo(BsonBytes.encode(onTree));
        return onTree;
    }

    private static BsonDocument outcome(UpdateOutcome outcome) {
        return new BsonDocument("document", outcome.document())
                .append("modified", BsonBoolean.valueOf(outcome.modified()));
    }
}
