package io.counterpoint.e2e.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.utility.DockerImageName;

/** What tests ask of Docker's own program. */
final class DockerCommands {
    static final DockerImageName IMAGE = DockerImageName.parse("counterpoint:latest");

    /** The root of the sources: tests run in the folder of their module. */
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    private static final long SECONDS_MAX = 300;
    private static boolean built;

    private DockerCommands() {}

    /** Whether tests with containers were asked for and can run. */
    static boolean areWanted() {
        return Boolean.getBoolean("e2e.containers")
                && DockerClientFactory.instance().isDockerAvailable()
                && succeeds("docker", "compose", "version");
    }

    /** The image of the sources as they are; built once per run. */
    static synchronized DockerImageName image() {
        if (!built) {
            run(Map.of(), List.of("deploy/jars"));
            run(
                    Map.of("DOCKER_BUILDKIT", "1"),
                    List.of("docker", "build", "--file=deploy/Dockerfile", "--tag=" + IMAGE, "."));
            built = true;
        }
        return IMAGE;
    }

    static boolean succeeds(String... command) {
        try {
            return status(Map.of(), List.of(command), new StringBuilder()) == 0;
        } catch (UncheckedIOException notThere) {
            return false;
        }
    }

    /** Runs a command in the root of the sources and demands that it succeeds; returns what it printed. */
    static String run(Map<String, String> environment, List<String> command) {
        StringBuilder printed = new StringBuilder();
        assertThat(status(environment, command, printed))
                .as("%s: %s", command, printed)
                .isZero();
        return printed.toString().strip();
    }

    private static int status(Map<String, String> environment, List<String> command, StringBuilder printed) {
        try {
            Path output = Files.createTempFile("counterpoint-docker-", ".out");
            try {
                ProcessBuilder builder = new ProcessBuilder(command)
                        .directory(ROOT.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
                builder.environment().putAll(environment);
                Process process = builder.start();
                process.getOutputStream().close();
                boolean ended = process.waitFor(SECONDS_MAX, TimeUnit.SECONDS);
                if (!ended) {
                    process.destroyForcibly();
                }
                printed.append(Files.readString(output, StandardCharsets.UTF_8));
                assertThat(ended).as("%s ends: %s", command, printed).isTrue();
                return process.exitValue();
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + command, e);
        }
    }
}
