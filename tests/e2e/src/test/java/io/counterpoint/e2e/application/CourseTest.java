package io.counterpoint.e2e.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.e2e.deployment.Script;
import io.counterpoint.e2e.deployment.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The course, {@code docs/course}: every command in a block {@code sh} is run, has to end with the status that the
 * block names (0 otherwise), and has to print what the next block {@code expect} holds.
 */
final class CourseTest {
    private static final Path COURSE = Path.of("..", "..", "docs", "course");
    private static final String PROGRAM = "./counterpoint ";

    @TempDir
    private Path folder = Path.of("");

    /** A command of a lesson with what is said about it. */
    private record Step(String command, int status, List<String> expected) {}

    static Stream<String> lessons() throws IOException {
        try (Stream<Path> files = Files.list(COURSE)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("\\d-.*\\.md"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("lessons")
    void aLessonShowsWhatItSays(String lesson) throws IOException {
        List<Step> steps = steps(Files.readAllLines(COURSE.resolve(lesson)));
        assertThat(steps).as("commands of %s", lesson).isNotEmpty();
        for (Step step : steps) {
            List<String> command = new ArrayList<>(ServerProcess.program());
            command.addAll(List.of(step.command().substring(PROGRAM.length()).split(" +")));
            command.addAll(List.of("--out", folder.resolve("report").toString()));
            Script run = Script.run(folder, Map.of(), command);
            assertThat(run.status())
                    .as("status of %s, which said:\n%s", step.command(), run.printed())
                    .isEqualTo(step.status());
            assertThat(run.printed()).as(step.command()).contains(step.expected());
            assertThat(folder.resolve("report/report.html")).isNotEmptyFile();
        }
    }

    @Test
    void theTableOfContentsNamesEveryLesson() throws IOException {
        String contents = Files.readString(COURSE.resolve("README.md"));

        assertThat(lessons()).allSatisfy(lesson -> assertThat(contents).contains("(" + lesson + ")"));
    }

    private static List<Step> steps(List<String> lines) {
        List<Step> steps = new ArrayList<>();
        String kind = "";
        int status = 0;
        for (String line : lines) {
            if (line.startsWith("```")) {
                kind = line.substring(3);
                status = kind.contains("status=") ? Integer.parseInt(kind.replaceFirst(".*status=", "")) : 0;
            } else if (kind.startsWith("sh")) {
                assertThat(line).startsWith(PROGRAM);
                steps.add(new Step(line, status, new ArrayList<>()));
            } else if (kind.equals("expect")) {
                steps.get(steps.size() - 1).expected().add(line);
            }
        }
        return steps;
    }
}
