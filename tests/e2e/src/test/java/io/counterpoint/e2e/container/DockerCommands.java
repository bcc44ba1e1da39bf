package io.counterpoint.e2e.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.e2e.deployment.Script;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.utility.DockerImageName;

/** What tests ask of Docker's own program. */
final class DockerCommands {
    private static final DockerImageName IMAGE = DockerImageName.parse("counterpoint:latest");

    /** The root of the sources: tests run in the folder of their module. */
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    /** An image is built of sources that may have to be compiled. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static boolean built;

    private DockerCommands() {}

    /** Whether tests with containers were asked for and can run. */
    static boolean areWanted() {
        return Boolean.getBoolean("e2e.containers")
                && DockerClientFactory.instance().isDockerAvailable()
                && Script.succeeds("docker", "compose", "version");
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

    /** Runs a command in the root of the sources and demands that it succeeds; returns what it printed. */
    static String run(Map<String, String> environment, List<String> command) {
        Script ran = Script.run(PATIENCE, ROOT, environment, command);
        assertThat(ran.status()).as("%s: %s", command, ran.printed()).isZero();
        return ran.printed().strip();
    }
}
