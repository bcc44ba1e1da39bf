package io.counterpoint.spec;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.function.Executable;

/**
 * The cases that cannot pass yet, each with its reason and with a part of its failure: lines of {@code area/file.json |
 * case | reason | part of the failure}.
 */
final class ExpectedFailures {
    private static final String LIST = "/expected-failures.txt";
    private static final String SEPARATOR = " | ";
    private static final int COLUMNS = 4;

    private final Map<String, Entry> entries = new HashMap<>();

    /**
     * Why a case fails.
     *
     * @param failure what its failure has in it, so that another fault shows
     */
    private record Entry(String reason, String failure) {}

    /** Reads the list. */
    ExpectedFailures() {
        for (String line : lines()) {
            if (line.startsWith("#")) {
                continue;
            }
            String[] columns = line.split(Pattern.quote(SEPARATOR), COLUMNS);
            if (columns.length != COLUMNS) {
                throw new IllegalStateException(LIST + ": not " + COLUMNS + " columns: " + line);
            }
            entries.put(columns[0] + SEPARATOR + columns[1], new Entry(columns[2], columns[3]));
        }
    }

    private static List<String> lines() {
        try (InputStream stream = ExpectedFailures.class.getResourceAsStream(LIST)) {
            if (stream == null) {
                throw new IllegalStateException("no " + LIST);
            }
            return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Runs a case. A listed one that fails as its line says counts as skipped; one that fails otherwise or passes
     * fails, and so does a case that fails and is not listed. A case that cannot run is skipped with its reason.
     */
    void judge(String file, String description, Executable test) throws Throwable {
        String name = file + SEPARATOR + description;
        Entry entry = entries.get(name);
        try {
            test.execute();
        } catch (NotRunnable e) {
            Assumptions.abort(String.valueOf(e.getMessage()));
        } catch (AssertionError | Exception e) {
            if (entry == null) {
                throw new AssertionError(name + SEPARATOR + e, e);
            }
            if (!e.toString().contains(entry.failure())) {
                throw new AssertionError(name + SEPARATOR + "listed for another failure, now: " + e, e);
            }
            Assumptions.abort("expected failure: " + entry.reason());
        }
        if (entry != null) {
            throw new AssertionError(name + SEPARATOR + "passes now: remove it from the list");
        }
    }
}
