package io.counterpoint.query.update.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class UpdateOperatorsTest {
    @Test
    void listIsSortedAndKnowsItsNames() {
        List<String> names = UpdateOperators.entries().stream()
                .map(UpdateOperatorEntry::name)
                .toList();
        assertThat(names).isSorted().doesNotHaveDuplicates();
        assertThat(names)
                .allSatisfy(name -> assertThat(UpdateOperators.find(name)).isPresent());
        assertThat(UpdateOperators.find("set")).isEmpty();
    }

    @Test
    void everyOperatorHasAGoldenFile() {
        Path folder = Path.of(System.getProperty("basedir", ""), "src", "test", "resources", "golden", "update");
        assertThat(UpdateOperators.entries())
                .allSatisfy(entry -> assertThat(folder.resolve(entry.name().substring(1) + ".json"))
                        .exists());
    }
}
