package io.counterpoint.cli.command;

import io.counterpoint.cli.failure.StartupException;
import io.counterpoint.cli.probe.Address;
import io.counterpoint.cli.version.ProductVersion;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code counterpoint health}: asks a process of this machine, for whoever watches over it. */
@Command(
        name = "health",
        description = "Asks a process on this machine whether it serves: status 0 if it does.",
        mixinStandardHelpOptions = true,
        versionProvider = ProductVersion.class,
        sortOptions = false)
final class HealthCommand implements Callable<Integer> {
    private static final int TIMEOUT_MILLIS = 4_000;

    @Option(
            names = "--bind",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description = "What the process listens on (${DEFAULT-VALUE}).")
    private String bind = "";

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            defaultValue = "28017",
            description = "The process's HTTP port (${DEFAULT-VALUE}).")
    private int httpPort;

    @Option(names = "--ready", description = "Ask for all it stands on as well: a router's shards.")
    private boolean ready;

    /** @throws StartupException saying why the process does not serve */
    @Override
    public Integer call() {
        String url = Address.listening(bind, httpPort).httpUrl() + (ready ? "health/ready" : "health/live");
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(url).toURL().openConnection();
            connection.setConnectTimeout(TIMEOUT_MILLIS);
            connection.setReadTimeout(TIMEOUT_MILLIS);
            int status = connection.getResponseCode();
            if (status != HttpURLConnection.HTTP_OK) {
                throw new StartupException(url + " answers with status " + status + ".");
            }
            return CommandLine.ExitCode.OK;
        } catch (IOException e) {
            throw new StartupException(url + " does not answer: " + e.getMessage(), e);
        }
    }
}
