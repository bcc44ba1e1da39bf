package io.counterpoint.query.aggregate;

import io.counterpoint.query.QueryContext;
import io.counterpoint.query.sort.SortPattern;
import io.counterpoint.testkit.golden.GoldenFiles;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** The cases of {@code golden/split}: what of a {@code pipeline} goes to the shards and what is left to the router. */
final class PipelineSplitGoldenTest {
    @TestFactory
    List<DynamicNode> golden() {
        return GoldenFiles.tests("split", PipelineSplitGoldenTest::run);
    }

    private static BsonValue run(BsonDocument input) {
        SplitPipeline split = Pipeline.parse(input.getArray("pipeline"), QueryContext.plain())
                .optimized()
                .split();
        BsonDocument result = new BsonDocument("shards", new BsonArray(split.shardStages()))
                .append("router", new BsonArray(split.mergeStages()));
        SortPattern mergeSort = split.mergeSort();
        if (mergeSort != null) {
            BsonDocument order = new BsonDocument();
            mergeSort
                    .fields()
                    .forEach(field -> order.append(field.path().text(), new BsonInt32(field.ascending() ? 1 : -1)));
            result.append("mergeSort", order);
        }
        return result;
    }
}
