package io.counterpoint.cli.command;

import io.counterpoint.cli.failure.StartupException;
import io.counterpoint.cli.probe.Address;
import io.counterpoint.cli.probe.CommandClient;
import io.counterpoint.cli.shell.ShellScript;
import io.counterpoint.cli.shell.UnknownScriptException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code counterpoint mongosh}: what the image answers where MongoDB's shell would be. */
@Command(
        name = "mongosh",
        description = "Runs one command on a server of this machine, written as for MongoDB's shell: for those who"
                + " start a container in place of MongoDB's.",
        mixinStandardHelpOptions = true,
        hidden = true,
        sortOptions = false)
final class MongoshCommand implements Callable<Integer> {
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final long PAUSE_MILLIS = 100;

    @Option(names = "--eval", paramLabel = "SCRIPT", description = "What to run.")
    private @Nullable String script;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "27017",
            description = "Where the server listens (${DEFAULT-VALUE}).")
    private int port;

    @Option(names = "--quiet", description = "Say nothing beside; it never does.")
    void quiet(boolean unused) {
        // Nothing is ever said beside.
    }

    @Parameters(paramLabel = "DATABASE", arity = "0..*", description = "What db stands for (test).")
    private List<String> arguments = List.of();

    /** @throws StartupException when there is no script that it knows, or the server does not answer */
    @Override
    public Integer call() throws InterruptedException {
        if (script == null || arguments.size() > 1) {
            throw new StartupException(
                    "this is not MongoDB's shell: it takes one --eval, no files and no session at a terminal.");
        }
        String database = arguments.isEmpty() ? "test" : arguments.get(0);
        Address server = new Address("127.0.0.1", port);
        try (CommandClient client = CommandClient.connect(server, TIMEOUT_MILLIS)) {
            PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
            return new ShellScript(client::run, database, () -> Thread.sleep(PAUSE_MILLIS), out).run(script);
        } catch (UnknownScriptException e) {
            throw new StartupException(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new StartupException(server.mongoUri() + " does not answer: " + e.getMessage(), e);
        }
    }
}
