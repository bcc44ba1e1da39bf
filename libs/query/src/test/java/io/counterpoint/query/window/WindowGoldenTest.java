package io.counterpoint.query.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.query.QueryContext;
import io.counterpoint.query.expression.Variables;
import io.counterpoint.query.memory.MemoryBudget;
import io.counterpoint.query.sort.SortPattern;
import io.counterpoint.testkit.golden.GoldenFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * A case has {@code documents}, which are one partition and in the order of {@code sortBy}, and a {@code function}; its
 * result is the function's value for each document, {@code "(missing)"} for a missing one.
 */
final class WindowGoldenTest {
    @TestFactory
    List<DynamicNode> golden() {
        return GoldenFiles.tests("window", WindowGoldenTest::run);
    }

    @Test
    void functionsAreSortedByName() {
        assertThat(WindowFunctions.all().stream().map(WindowOperator::name))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void everyFunctionHasCases() throws IOException {
        Path root = Path.of(System.getProperty("basedir", ""), "src", "test", "resources", "golden", "window");
        StringBuilder golden = new StringBuilder();
        try (Stream<Path> files = Files.list(root)) {
            for (Path file : files.toList()) {
                golden.append(Files.readString(file));
            }
        }
        assertThat(WindowFunctions.all())
                .allSatisfy(operator -> assertThat(golden).contains("\"" + operator.name() + "\""));
    }

    private static BsonValue run(BsonDocument input) {
        @Nullable
        SortPattern sort = input.containsKey("sortBy") ? SortPattern.parse(input.getDocument("sortBy")) : null;
        WindowFunction function = WindowFunction.parse(input.getDocument("function"), sort, QueryContext.plain());
        List<BsonDocument> documents =
                input.getArray("documents").stream().map(BsonValue::asDocument).toList();
        Partition partition = new Partition(
                documents,
                documents.size(),
                sort,
                Variables.of(QueryContext.plain()),
                new MemoryBudget("$setWindowFields", Long.MAX_VALUE));
        BsonArray results = new BsonArray();
        for (@Nullable BsonValue value : function.over(partition)) {
            results.add(value == null ? new BsonString("(missing)") : value);
        }
        return results;
    }
}
