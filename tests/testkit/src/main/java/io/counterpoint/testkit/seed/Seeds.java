package io.counterpoint.testkit.seed;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs a property with many seeds. The first seed is new in each run, or given by {@code -Dseed=…}; the others follow
 * it. A failure names its seed and the command that runs it again, as the first of its run.
 *
 * <pre>{@code
 * @Test
 * void keyBytesSortAsValues() {
 *     Seeds.run(KeyEncodingPropertyTest.class, 1_000, random -> { … });
 * }
 * }</pre>
 */
public final class Seeds {
    /** Name of the system property that gives the first seed. */
    public static final String PROPERTY = "seed";

    private Seeds() {}

    /** A property: throws when it does not hold. */
    @FunctionalInterface
    public interface Property {
        /**
         * Checks the property once.
         *
         * @param random the only source of chance it may use
         */
        void check(SeededRandom random) throws Exception;
    }

    /**
     * Checks a property with consecutive seeds.
     *
     * @param test the class to run again
     * @param count how many seeds
     */
    public static void run(Class<?> test, int count, Property property) {
        long first = first();
        for (int i = 0; i < count; i++) {
            long seed = first + i;
            try {
                property.check(new SeededRandom(seed));
            } catch (Exception | AssertionError failure) {
                throw new AssertionError(
                        "seed " + seed + " fails: " + failure.getMessage() + System.lineSeparator() + "again: "
                                + command(test, seed),
                        failure);
            }
        }
    }

    /** A sequence for a test that needs just one; prints its seed and the command that replays it. */
    public static SeededRandom random(Class<?> test) {
        long seed = first();
        System.out.println(test.getSimpleName() + ": seed " + seed + ", again: " + command(test, seed));
        return new SeededRandom(seed);
    }

    private static long first() {
        Long given = Long.getLong(PROPERTY);
        return given != null
                ? given
                : System.nanoTime() ^ ProcessHandle.current().pid() << 40;
    }

    private static String command(Class<?> test, long seed) {
        return "mvn -Dquick -pl " + module() + " -Dtest=" + test.getSimpleName() + " -D" + PROPERTY + "=" + seed
                + " test";
    }

    /** The module's folder as seen from the topmost folder that has a POM. */
    private static Path module() {
        Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
        Path root = module;
        for (Path folder = module; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("pom.xml"))) {
                root = folder;
            }
        }
        return root.relativize(module);
    }
}
