package io.counterpoint.cli.command;

import io.counterpoint.cli.config.SettingSources;
import io.counterpoint.cli.failure.StartupException;
import io.counterpoint.cli.log.LogFormat;
import io.counterpoint.cli.log.LogSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that every process that runs on has. */
final class ServiceOptions {
    @Option(
            names = SettingSources.CONFIG_OPTION,
            paramLabel = "FILE",
            description = "A YAML file with further settings.")
    @Nullable
    Path config;

    @Option(
            names = "--bind",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description = "Name or address to listen on (${DEFAULT-VALUE}).")
    String bind = "";

    @Option(
            names = "--ready-file",
            paramLabel = "FILE",
            description = "Write the addresses to this file, as JSON, once everything answers.")
    @Nullable
    Path readyFile;

    @Option(
            names = "--log-format",
            paramLabel = "text|json",
            defaultValue = "text",
            description = "What a line of the log looks like (${DEFAULT-VALUE}).")
    void logFormat(LogFormat format) {
        LogSetup.use(format);
    }

    @Option(
            names = "--test-commands",
            description = "Take commands that are there for tests: configureFailPoint makes commands fail.")
    boolean testCommands;

    /** For processes that another one started: its end closes the pipe. */
    @Option(names = "--stop-with-stdin", hidden = true)
    boolean stopWithStdin;

    /**
     * Removes the ready file: at the start that of an earlier run, so that whoever waits for it waits for this one, and
     * at the end this one's, since nothing answers any more.
     *
     * @throws StartupException when it is there and cannot be removed
     */
    void forgetReadiness() {
        if (readyFile == null) {
            return;
        }
        try {
            Files.deleteIfExists(readyFile);
        } catch (IOException e) {
            throw new StartupException("The file " + readyFile + " of --ready-file cannot be replaced.", e);
        }
    }
}
