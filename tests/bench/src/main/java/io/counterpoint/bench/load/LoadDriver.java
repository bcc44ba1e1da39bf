package io.counterpoint.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Measures the goals: starts one shard, a router with three shards and mongo-java-server in memory, each a process of
 * its own, and lets all steps take turns for some rounds. A step's rate is the median of its rounds; a ratio is the
 * median of the ratios of each round.
 *
 * <p>Usage: {@code LoadDriver LAUNCHER [engine] [quick] [rounds=N] [seconds=N] [only=TEXT]}; {@code engine} measures
 * the document engine instead of the cluster; {@code only} picks the goals whose step has the text in its name, and
 * what they are compared with.
 */
final class LoadDriver {
    private static final int ROUNDS = 5;
    private static final int SECONDS = 5;
    private static final int ROUNDS_QUICK = 3;
    private static final int SECONDS_QUICK = 2;
    private static final int WARM_UP_SECONDS = 25;

    private final Path launcher;
    private int rounds = ROUNDS;
    private int seconds = SECONDS;
    private String only = "";
    private boolean engine;

    private LoadDriver(Path launcher) {
        this.launcher = launcher;
    }

    /**
     * Runs the measurement and prints its tables to standard output.
     *
     * @param arguments see the class
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        LoadDriver driver = new LoadDriver(Path.of(arguments[0]));
        for (String argument : List.of(arguments).subList(1, arguments.length)) {
            driver.set(argument);
        }
        driver.run();
    }

    private void set(String argument) {
        if (argument.equals("engine")) {
            engine = true;
        } else if (argument.equals("quick")) {
            rounds = ROUNDS_QUICK;
            seconds = SECONDS_QUICK;
        } else if (argument.startsWith("rounds=")) {
            rounds = Integer.parseInt(argument.substring("rounds=".length()));
        } else if (argument.startsWith("seconds=")) {
            seconds = Integer.parseInt(argument.substring("seconds=".length()));
        } else if (argument.startsWith("only=")) {
            only = argument.substring("only=".length());
        } else {
            throw new IllegalArgumentException("unknown argument: " + argument);
        }
    }

    private void run() throws IOException, InterruptedException {
        List<Goal> goals = (engine ? Goal.ofEngine() : Goal.ofCluster())
                .stream().filter(goal -> goal.step().name().contains(only)).toList();
        Set<Step> steps = new LinkedHashSet<>();
        goals.forEach(goal -> steps.addAll(List.of(goal.reference(), goal.step())));
        if (only.isEmpty() && !engine) {
            steps.addAll(Goal.forScale());
        }
        Path folder = Files.createTempDirectory("counterpoint-bench");
        Map<String, BenchServer> servers = new LinkedHashMap<>();
        try {
            for (Step step : steps) {
                if (!servers.containsKey(step.server())) {
                    servers.put(step.server(), start(step.server(), folder));
                }
            }
            Results results = measure(List.copyOf(steps), servers);
            results.print(goals, System.out);
        } finally {
            servers.values().forEach(BenchServer::close);
            delete(folder);
        }
    }

    private BenchServer start(String name, Path folder) throws IOException, InterruptedException {
        return switch (name) {
            case "shard" ->
                BenchServer.counterpoint(
                        name,
                        launcher,
                        folder,
                        List.of("shard", "--name", "alone", "--port", "0", "--grpc-port", "0", "--http-port", "0"));
            case "router" ->
                BenchServer.counterpoint(
                        name,
                        launcher,
                        folder,
                        List.of("up", "--shards", "3", "--port", "0", "--shard-port", "0", "--http-port", "0"));
            default -> BenchServer.peer(name, folder);
        };
    }

    private Results measure(List<Step> steps, Map<String, BenchServer> servers) throws InterruptedException {
        Results results = new Results();
        for (Step step : steps) {
            runStep(step, servers, WARM_UP_SECONDS);
        }
        for (int round = 1; round <= rounds; round++) {
            List<Step> order = new ArrayList<>(steps);
            if (round % 2 == 0) {
                // What comes after what must not decide.
                Collections.reverse(order);
            }
            for (Step step : order) {
                for (BenchServer server : servers.values()) {
                    server.awaitQuiet();
                }
                Measurement measured = runStep(step, servers, seconds);
                results.add(step, measured);
                System.err.printf(
                        Locale.ROOT, "round %d of %d: %s: %,.0f/s%n", round, rounds, step.name(), measured.perSecond());
            }
        }
        return results;
    }

    private static Measurement runStep(Step step, Map<String, BenchServer> servers, int seconds)
            throws InterruptedException {
        BenchServer server = servers.get(step.server());
        if (server == null) {
            throw new IllegalStateException("no server for " + step.name());
        }
        Workload.Request request = step.workload().on(server.client());
        return Measurement.of(request, step.threads(), TimeUnit.SECONDS.toNanos(seconds), server.process());
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
