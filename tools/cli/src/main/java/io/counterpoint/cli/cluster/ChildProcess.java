package io.counterpoint.cli.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.counterpoint.cli.failure.StartupException;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A router or shard in a JVM of its own, started with the options of this one. It lives as long as its standard input
 * is open, so it also ends when this process is killed; what it prints appears here behind its name.
 */
final class ChildProcess {
    private static final int READY_POLL_MILLIS = 25;
    private static final int READY_SECONDS_MAX = 120;
    private static final int STOP_SECONDS_MAX = 20;

    /**
     * Ctrl-C reaches every process of a terminal at once; the children leave it to their parent, which stops them in
     * order.
     */
    private static final List<String> WITHOUT_INTERRUPT = List.of("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "sh");

    private final String name;
    private final Process process;
    private final Path readyFile;
    private volatile String lastErrorLine = "";

    private ChildProcess(String name, Process process, Path readyFile) {
        this.name = name;
        this.process = process;
        this.readyFile = readyFile;
    }

    /**
     * Starts {@code counterpoint <arguments>}.
     *
     * @param scratch folder for the file in which the child says where it listens
     */
    static ChildProcess start(String name, List<String> arguments, Path scratch) {
        return start(name, arguments, scratch, true);
    }

    /**
     * As {@link #start(String, List, Path)}.
     *
     * @param heard whether what it prints appears here; its last words are kept in any case
     */
    static ChildProcess start(String name, List<String> arguments, Path scratch, boolean heard) {
        Path readyFile = scratch.resolve(name + ".ready");
        List<String> command = new ArrayList<>(WITHOUT_INTERRUPT);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(program());
        command.addAll(arguments);
        command.addAll(List.of("--ready-file", readyFile.toString(), "--stop-with-stdin"));
        ProcessBuilder builder = new ProcessBuilder(command);
        // The child gets every setting as a flag: what the environment says was meant for this process.
        builder.environment().keySet().removeIf(key -> key.startsWith("COUNTERPOINT_"));
        try {
            Process process = builder.start();
            ChildProcess child = new ChildProcess(name, process, readyFile);
            child.forward(process.getInputStream(), System.out, heard);
            child.forward(process.getErrorStream(), System.err, heard);
            return child;
        } catch (IOException e) {
            throw new StartupException("The process of " + name + " cannot be started: " + e.getMessage(), e);
        }
    }

    /** What a shard is started with as a child; port 0 is any free one. */
    static List<String> shardArguments(
            String name, String bindHost, int wirePort, int rpcPort, int httpPort, Path data) {
        return List.of(
                "shard",
                "--name",
                name,
                "--bind",
                bindHost,
                "--port",
                Integer.toString(wirePort),
                "--grpc-port",
                Integer.toString(rpcPort),
                "--http-port",
                Integer.toString(httpPort),
                "--data",
                data.toString());
    }

    /** As this process was started: from its jar, whose manifest says more than a class path, or from a class path. */
    private static List<String> program() {
        String classPath = System.getProperty("java.class.path");
        return classPath.endsWith(".jar") && !classPath.contains(File.pathSeparator)
                ? List.of("-jar", classPath)
                : List.of("-cp", classPath, "io.counterpoint.cli.Main");
    }

    /**
     * Waits until the child says that it answers.
     *
     * @return the content of its ready file
     * @throws StartupException when it ends before, with its last words, or takes too long
     */
    JsonNode awaitReady() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS_MAX);
        while (!Files.exists(readyFile)) {
            if (process.waitFor(READY_POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new StartupException(
                        name + " did not start: " + lastErrorLine.replaceFirst("^counterpoint: ", ""));
            }
            if (System.nanoTime() - deadline > 0) {
                throw new StartupException(name + " was not ready within " + READY_SECONDS_MAX + " seconds.");
            }
        }
        try {
            return new ObjectMapper().readTree(readyFile.toFile());
        } catch (IOException e) {
            throw new StartupException("The ready file of " + name + " cannot be read: " + e.getMessage(), e);
        }
    }

    String name() {
        return name;
    }

    Process process() {
        return process;
    }

    /** Asks the child to stop, waits for it, and kills it when it takes too long. */
    void stop() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The pipe breaks when the child is already gone, which is what is wanted.
        }
        try {
            if (!process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void forward(InputStream from, PrintStream to, boolean heard) {
        Thread forwarder = new Thread(
                () -> {
                    try (BufferedReader lines =
                            new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
                        String line;
                        while ((line = lines.readLine()) != null) {
                            if (to == System.err && !line.isBlank()) {
                                lastErrorLine = line;
                            }
                            if (heard) {
                                to.println("[" + name + "] " + line);
                            }
                        }
                    } catch (IOException e) {
                        to.println("[" + name + "] (its output cannot be read: " + e.getMessage() + ")");
                    }
                },
                "output of " + name);
        forwarder.setDaemon(true);
        forwarder.start();
    }
}
