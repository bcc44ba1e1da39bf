package io.counterpoint.e2e.deployment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** One JVM that runs the program with some arguments. Ends with the test's own JVM at the latest. Any thread. */
public final class ServerProcess implements AutoCloseable {
    /** Long enough for two busy cores; a healthy process takes a fiftieth of it. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    static final String MAIN_CLASS = "io.counterpoint.cli.Main";
    private static final Set<ServerProcess> STARTED = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> STARTED.forEach(ServerProcess::kill)));
    }

    private final Process process;
    private final Path output;
    private final Path errors;

    private ServerProcess(Process process, Path output, Path errors) {
        this.process = process;
        this.output = output;
        this.errors = errors;
    }

    /**
     * Starts the program.
     *
     * @param logs folder for what it prints
     * @param arguments as after {@code ./counterpoint}
     */
    public static ServerProcess start(Path logs, List<String> arguments) {
        return start(logs, List.of(), arguments);
    }

    /**
     * Starts the program under another one, such as a shell that sets limits first.
     *
     * @param prefix a command that runs what is appended to it
     */
    public static ServerProcess start(Path logs, List<String> prefix, List<String> arguments) {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(program());
        command.addAll(arguments);
        // The pipe ends with this JVM, also when it is killed: nothing that was started here stays behind.
        command.add("--stop-with-stdin");
        return launch(logs, command);
    }

    /**
     * Starts a command of the program that ends by itself.
     *
     * @param logs folder for what it prints
     * @param arguments as after {@code ./counterpoint}
     */
    public static ServerProcess command(Path logs, String... arguments) {
        List<String> command = new ArrayList<>(program());
        command.addAll(List.of(arguments));
        return launch(logs, command);
    }

    /** The command line of the program, without what follows {@code ./counterpoint}. */
    public static List<String> program() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Dfile.encoding=UTF-8",
                "-cp",
                classPath(),
                MAIN_CLASS);
    }

    private static ServerProcess launch(Path logs, List<String> command) {
        try {
            Path output = Files.createTempFile(logs, "process-", ".out");
            Path errors = Files.createTempFile(logs, "process-", ".err");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("COUNTERPOINT_"));
            builder.environment().put("MALLOC_ARENA_MAX", "4");
            ServerProcess started = new ServerProcess(builder.start(), output, errors);
            STARTED.add(started);
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The tests' own class path has the program on it; {@code -De2e.classpath} names another build instead. */
    static String classPath() {
        // Surefire starts this JVM with a jar that only names the real class path.
        String own = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return System.getProperty("e2e.classpath", own);
    }

    /** Whether it still runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Ends it and its children with SIGKILL, as a crash does, and waits until they are gone. */
    public void kill() {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        awaitExit();
    }

    /** Asks it to stop with SIGTERM and returns its exit status. */
    public int stop() {
        process.destroy();
        return awaitExit();
    }

    /**
     * Waits for its end.
     *
     * @return its exit status
     */
    public int awaitExit() {
        try {
            if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("the process did not end within " + PATIENCE + "; it said:\n" + printed());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for a process", e);
        } finally {
            STARTED.remove(this);
        }
    }

    /** What it wrote to standard output so far. */
    public String output() {
        return read(output);
    }

    /** What it wrote to standard error so far. */
    public String errors() {
        return read(errors);
    }

    /** Everything it printed, for messages about failed tests. */
    public String printed() {
        return output() + errors();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills it if it still runs. */
    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
        STARTED.remove(this);
    }
}
