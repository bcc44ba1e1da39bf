package io.counterpoint.bench.load;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.Document;

/** A server under load, in a process of its own that ends with this one. */
final class BenchServer implements AutoCloseable {
    private static final Duration QUIET_PATIENCE = Duration.ofSeconds(15);
    private static final long QUIET_MILLIS = 300;

    /** A server that uses less than a tenth of a processor counts as quiet. */
    private static final long QUIET_CPU_NANOS_PER_MILLI = 100_000;

    private static final Duration START_PATIENCE = Duration.ofMinutes(5);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(30);
    private static final int POLL_MILLIS = 50;

    private final String name;
    private final Process process;
    private final String uri;
    private final MongoClient client;

    private BenchServer(String name, Process process, String uri) {
        this.name = name;
        this.process = process;
        this.uri = uri;
        this.client = MongoClients.create(uri);
    }

    /**
     * Starts Counterpoint through its launcher.
     *
     * @param folder for its data and messages
     * @param arguments as after {@code ./counterpoint}, without data folder and ready file
     */
    static BenchServer counterpoint(String name, Path launcher, Path folder, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(arguments);
        command.addAll(List.of(
                "--data",
                folder.resolve(name + "-data").toString(),
                "--ready-file",
                readyFile(folder, name).toString(),
                "--stop-with-stdin"));
        return start(name, folder, command);
    }

    /** Starts the server to compare with. */
    static BenchServer peer(String name, Path folder) throws IOException, InterruptedException {
        return start(
                name,
                folder,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx4g",
                        "-XX:+UseParallelGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PeerServer.class.getName(),
                        readyFile(folder, name).toString()));
    }

    private static Path readyFile(Path folder, String name) {
        return folder.resolve(name + "-ready.json");
    }

    private static BenchServer start(String name, Path folder, List<String> command)
            throws IOException, InterruptedException {
        Path messages = folder.resolve(name + ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(messages.toFile())
                .start();
        Path ready = readyFile(folder, name);
        long end = System.nanoTime() + START_PATIENCE.toNanos();
        while (!Files.exists(ready)) {
            if (!process.isAlive() || System.nanoTime() > end) {
                process.destroy();
                throw new IOException("the " + name + " did not start; it said:\n" + Files.readString(messages));
            }
            Thread.sleep(POLL_MILLIS);
        }
        Document endpoints = Document.parse(Files.readString(ready));
        String router = endpoints.getString("router");
        String uri = router != null
                ? router
                : endpoints.getList("shards", String.class).get(0);
        return new BenchServer(name, process, uri);
    }

    String name() {
        return name;
    }

    /** The process, for its processor time. */
    ProcessHandle process() {
        return process.toHandle();
    }

    /** Waits until the server is done with what earlier steps left it to do, such as sorting their files. */
    void awaitQuiet() throws InterruptedException {
        long end = System.nanoTime() + QUIET_PATIENCE.toNanos();
        long before = Measurement.cpuNanos(process());
        while (System.nanoTime() < end) {
            Thread.sleep(QUIET_MILLIS);
            long now = Measurement.cpuNanos(process());
            if (now - before < QUIET_MILLIS * QUIET_CPU_NANOS_PER_MILLI) {
                return;
            }
            before = now;
        }
    }

    /** Where clients connect. */
    String uri() {
        return uri;
    }

    MongoClient client() {
        return client;
    }

    @Override
    public void close() {
        client.close();
        try {
            process.getOutputStream().close();
            if (!process.waitFor(STOP_PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
