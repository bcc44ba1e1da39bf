package io.counterpoint.query.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.query.aggregate.flow.StageAbility;
import io.counterpoint.query.aggregate.flow.StageEntry;
import io.counterpoint.query.aggregate.stage.Stages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class StagesTest {
    @Test
    void listIsSortedAndKnowsItsNames() {
        List<String> names = Stages.entries().stream().map(StageEntry::name).toList();
        assertThat(names).isSorted().doesNotHaveDuplicates();
        assertThat(names).allSatisfy(name -> assertThat(Stages.find(name)).isPresent());
        assertThat(names).noneMatch(Stages::isKnownButNotSupported);
        assertThat(Stages.find("match")).isEmpty();
    }

    @Test
    void everyStageHasGoldenCases() throws IOException {
        String golden = golden("stage") + golden("split");
        assertThat(Stages.entries()).allSatisfy(entry -> assertThat(golden).contains("\"" + entry.name() + "\""));
    }

    @Test
    void stagesOfUpdatesLookAtSingleDocuments() {
        assertThat(Stages.entries().stream()
                        .filter(entry -> entry.can(StageAbility.IN_UPDATE))
                        .map(StageEntry::name))
                .containsExactly("$addFields", "$project", "$replaceRoot", "$replaceWith", "$set", "$unset");
    }

    private static String golden(String folder) throws IOException {
        Path root = Path.of(System.getProperty("basedir", ""), "src", "test", "resources", "golden", folder);
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.list(root)) {
            for (Path file : files.toList()) {
                text.append(Files.readString(file));
            }
        }
        return text.toString();
    }
}
