package io.counterpoint.e2e.container;

import io.counterpoint.e2e.deployment.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The containers of {@code deploy/docker-compose.yml}, on free ports of this machine. */
final class ComposeProject implements AutoCloseable {
    static final List<String> SHARDS = List.of("shard1", "shard2", "shard3");

    private static final String FREE_PORT = "0";
    private static final int ROUTER_PORT = 27_017;
    private static final int SHARD_PORT = 27_101;

    private static final Map<String, String> PORTS = Map.of(
            "COUNTERPOINT_PORT", FREE_PORT,
            "COUNTERPOINT_HTTP_PORT", FREE_PORT,
            "COUNTERPOINT_SHARD1_PORT", FREE_PORT,
            "COUNTERPOINT_SHARD2_PORT", FREE_PORT,
            "COUNTERPOINT_SHARD3_PORT", FREE_PORT);

    private final String name;

    private ComposeProject(String name) {
        this.name = name;
    }

    /** Builds the image and starts everything; returns when all are healthy. */
    static ComposeProject up(String name) {
        DockerCommands.image();
        ComposeProject project = new ComposeProject(name);
        project.compose("down", "--volumes", "--timeout=1");
        project.compose("up", "--build", "--wait");
        return project;
    }

    private String compose(String... arguments) {
        List<String> command =
                new ArrayList<>(List.of("docker", "compose", "-p", name, "-f", "deploy/docker-compose.yml"));
        command.addAll(List.of(arguments));
        return DockerCommands.run(PORTS, command);
    }

    /** Where the router is reached; another port after each of its starts. */
    String uri() {
        return "mongodb://" + compose("port", "router", Integer.toString(ROUTER_PORT)) + "/";
    }

    /** Where a shard is reached directly. */
    String uriOfShard(String shard) {
        return "mongodb://" + compose("port", shard, Integer.toString(SHARD_PORT)) + "/";
    }

    /** Ends a container's process with SIGKILL. */
    void kill(String service) {
        compose("kill", service);
    }

    /** Starts a container that has ended and waits until it is healthy. */
    void start(String service) {
        compose("up", "--wait", "--no-recreate", "--no-deps", service);
    }

    void restart(String service) {
        compose("restart", service);
        start(service);
    }

    void pause(String service) {
        compose("pause", service);
    }

    void unpause(String service) {
        compose("unpause", service);
    }

    /** Drops everything that comes for a container, without its peers being told. */
    void cut(String service) {
        iptables(service, "--insert");
    }

    /** Undoes {@link #cut}. */
    void heal(String service) {
        iptables(service, "--delete");
    }

    /** All services of the file. */
    List<String> services() {
        List<String> services = new ArrayList<>(SHARDS);
        services.add("router");
        return services;
    }

    /** How often Docker had to start a container anew because its process ended. */
    int restarts(String service) {
        return Integer.parseInt(DockerCommands.run(
                Map.of(), List.of("docker", "inspect", "--format={{.RestartCount}}", compose("ps", "-q", service))));
    }

    private void iptables(String service, String action) {
        String pid = DockerCommands.run(
                Map.of(), List.of("docker", "inspect", "--format={{.State.Pid}}", compose("ps", "-q", service)));
        // The loopback stays, so that the container's own health check goes on.
        DockerCommands.run(
                Map.of(),
                List.of(
                        "nsenter",
                        "--net",
                        "--target=" + pid,
                        "iptables",
                        action,
                        "INPUT",
                        "!",
                        "--in-interface",
                        "lo",
                        "--jump",
                        "DROP"));
    }

    /** Whether this machine lets tests cut connections. */
    static boolean canCut() {
        return Script.succeeds("nsenter", "--version") && Script.succeeds("iptables", "--list");
    }

    @Override
    public void close() {
        compose("down", "--volumes", "--timeout=10");
    }
}
