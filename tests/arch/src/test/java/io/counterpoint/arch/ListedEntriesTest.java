package io.counterpoint.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * A suffix is a promise: a class named after an entry of a list stands in that list, or nothing ever reaches it. The
 * lists are plain Java, so its name in the list's source is what is looked for.
 */
final class ListedEntriesTest {
    private static final List<Kind> KINDS = List.of(
            new Kind("libs/query/src/main/java/io/counterpoint/query/filter/operator", "Operator", "FilterOperators"),
            new Kind("libs/query/src/main/java/io/counterpoint/query/update/operator", "Operator", "UpdateOperators"),
            new Kind("libs/query/src/main/java/io/counterpoint/query/aggregate/stage", "Stage", "Stages"),
            new Kind("libs/wire/src/main/java/io/counterpoint/wire/command/basic", "Command", "BasicCommands"),
            new Kind("shard/src/main/java/io/counterpoint/shard/command", "Command", "ShardCommands"),
            new Kind("router/src/main/java/io/counterpoint/router/command", "Command", "RouterCommands"));

    /**
     * One kind of entry.
     *
     * @param folder where its classes are, from the root of the repository
     * @param suffix how their names end
     * @param list the class that lists them, somewhere in the same module
     */
    private record Kind(String folder, String suffix, String list) {}

    @TestFactory
    List<DynamicTest> everyEntryStandsInItsList() {
        return KINDS.stream()
                .map(kind -> DynamicTest.dynamicTest(kind.list(), () -> assertListed(kind)))
                .toList();
    }

    private static void assertListed(Kind kind) {
        List<Path> sources = SourceTree.files(".java").stream()
                .filter(file -> !file.toString().contains("/src/test/"))
                .toList();
        String list = sources.stream()
                .filter(file -> file.endsWith(kind.list() + ".java"))
                .map(file -> String.join("\n", SourceTree.lines(file)))
                .findFirst()
                .orElse("");
        List<String> unlisted = new ArrayList<>();
        Path folder = SourceTree.root().resolve(kind.folder());
        for (Path source : sources) {
            String name = source.getFileName().toString().replaceFirst("\\.java$", "");
            if (source.startsWith(folder)
                    && name.endsWith(kind.suffix())
                    && isEntry(source, name)
                    && !Pattern.compile("\\b" + name + "\\b").matcher(list).find()) {
                unlisted.add(name);
            }
        }
        assertThat(unlisted).as("classes that %s does not name", kind.list()).isEmpty();
    }

    /** Contracts and shared parts of entries are abstract; an entry is a class that can be used. */
    private static boolean isEntry(Path source, String name) {
        Pattern contract = Pattern.compile("\\b(interface|abstract class|record) " + name + "\\b");
        return SourceTree.lines(source).stream()
                .noneMatch(line -> contract.matcher(line).find());
    }
}
