package io.counterpoint.cli.command;

import io.counterpoint.cli.cluster.Endpoints;
import io.counterpoint.cli.cluster.RunningSystem;
import io.counterpoint.cli.failure.StartupException;
import io.counterpoint.cli.probe.Address;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A running system from the moment it answers to its end: announces it, waits, and stops it when the process is asked
 * to end.
 */
final class Foreground {
    private Foreground() {}

    /**
     * Returns only when the system ends by itself, which is a failure; a signal ends the process from within this call,
     * after an orderly stop.
     *
     * @throws StartupException when the system fails
     */
    static int run(RunningSystem system, ServiceOptions options) throws InterruptedException {
        // A hook runs on every orderly way out: Ctrl-C, SIGTERM, and System.exit of the watcher below.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(system, options), "stop"));
        if (options.stopWithStdin) {
            // Whoever started this process reads its ready file and announces the whole.
            exitWhenInputEnds();
        } else {
            announce(system.endpoints(), new PrintStream(System.out, true, StandardCharsets.UTF_8));
        }
        if (options.readyFile != null) {
            system.endpoints().writeTo(options.readyFile);
        }
        throw new StartupException(system.awaitFailure() + "; everything is being stopped.");
    }

    private static void stop(RunningSystem system, ServiceOptions options) {
        try {
            options.forgetReadiness();
        } catch (StartupException e) {
            // Whoever finds the file all the same finds nobody at its addresses; the stop goes on.
        }
        system.close();
    }

    static void announce(Endpoints endpoints, PrintStream out) {
        Address router = endpoints.router();
        if (router != null) {
            out.println("router   " + router.mongoUri());
        }
        for (Map.Entry<String, Address> shard : endpoints.shards().entrySet()) {
            out.println(
                    String.format("%-8s %s", shard.getKey(), shard.getValue().mongoUri()));
        }
        if (endpoints.rpc() != null) {
            out.println("grpc     " + endpoints.rpc().hostAndPort());
        }
        out.println("console  " + endpoints.consoleUrl());
        out.println("Ready. Ctrl-C stops it.");
    }

    private static void exitWhenInputEnds() {
        Thread watcher = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // Whatever is sent has no meaning; only the end has.
                        }
                    } catch (IOException e) {
                        // A broken pipe is an end too.
                    }
                    System.exit(0);
                },
                "watch standard input");
        watcher.setDaemon(true);
        watcher.start();
    }
}
