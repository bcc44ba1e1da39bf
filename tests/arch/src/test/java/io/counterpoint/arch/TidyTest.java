package io.counterpoint.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What every source file has in common. Each failure names the file and the line. */
final class TidyTest {
    /** A class past some five hundred lines is asked whether it is two; past this it is told. */
    private static final int LINES_MAX = 900;

    /** An open end needs an address where its end is discussed. */
    private static final Pattern OPEN_END = Pattern.compile("\\b(TODO|FIXME|XXX|HACK)\\b(?!.*(https?://|#\\d))");

    private static final Pattern WILDCARD_IMPORT = Pattern.compile("^import\\s.*\\*;");
    private static final Pattern VAGUE_NAME = Pattern.compile(".*(Utils?|Helpers?|Manager|Impl)\\.java");
    private static final Pattern SWALLOWING_SUPPRESSION = Pattern.compile("@SuppressWarnings\\([^)]*\\)(?!.*//)");

    @Test
    void openEndsNameAnAddress() {
        assertThat(linesThat(OPEN_END.asPredicate(), ".java", ".proto", ".sh", ".js", ".xml"))
                .isEmpty();
    }

    @Test
    void importsNameTheirClass() {
        assertThat(linesThat(WILDCARD_IMPORT.asPredicate(), ".java")).isEmpty();
    }

    @Test
    void suppressionsGiveTheirReasonInTheSameLine() {
        assertThat(linesThat(SWALLOWING_SUPPRESSION.asPredicate(), ".java")).isEmpty();
    }

    @Test
    void filesAreOneIdea() {
        List<String> tooLong = new ArrayList<>();
        for (Path file : SourceTree.files(".java", ".js", ".css")) {
            int lines = SourceTree.lines(file).size();
            if (lines > LINES_MAX) {
                tooLong.add(SourceTree.place(file, lines));
            }
        }
        assertThat(tooLong).as("files of more than %d lines", LINES_MAX).isEmpty();
    }

    @Test
    void namesSayWhatAClassDoes() {
        List<Path> vague = SourceTree.files(".java").stream()
                .filter(file ->
                        VAGUE_NAME.matcher(file.getFileName().toString()).matches())
                .toList();
        assertThat(vague).isEmpty();
    }

    @Test
    void everyPackageIntroducesItselfAndIsNullMarked() {
        TreeSet<Path> folders = new TreeSet<>();
        for (Path file : SourceTree.files(".java")) {
            if (file.toString().contains("/src/main/java/")) {
                folders.add(file.getParent());
            }
        }
        List<String> silent = new ArrayList<>();
        for (Path folder : folders) {
            Path introduction = folder.resolve("package-info.java");
            if (!Files.exists(introduction)) {
                silent.add(SourceTree.root().relativize(folder) + " has no package-info.java");
                continue;
            }
            String text = String.join("\n", SourceTree.lines(introduction));
            if (!text.contains("/**") || !text.contains("@NullMarked")) {
                silent.add(SourceTree.place(introduction, 1) + " lacks a paragraph or @NullMarked");
            }
        }
        assertThat(silent).isEmpty();
    }

    @Test
    void documentsHaveOneTitle() {
        List<String> odd = new ArrayList<>();
        for (Path file : SourceTree.files(".md")) {
            boolean inCode = false;
            int titles = 0;
            for (String line : SourceTree.lines(file)) {
                if (line.startsWith("```")) {
                    inCode = !inCode;
                } else if (!inCode && line.startsWith("# ")) {
                    titles++;
                }
            }
            if (titles != 1) {
                odd.add(SourceTree.place(file, 1) + " has " + titles + " titles");
            }
        }
        assertThat(odd).isEmpty();
    }

    private static List<String> linesThat(Predicate<String> wrong, String... endings) {
        List<String> places = new ArrayList<>();
        Path rules = SourceTree.root().resolve("tests/arch");
        for (Path file : SourceTree.files(endings)) {
            if (file.startsWith(rules)) {
                continue;
            }
            List<String> lines = SourceTree.lines(file);
            for (int i = 0; i < lines.size(); i++) {
                if (wrong.test(lines.get(i))) {
                    places.add(
                            SourceTree.place(file, i + 1) + ": " + lines.get(i).strip());
                }
            }
        }
        return places;
    }
}
