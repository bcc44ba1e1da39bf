package io.counterpoint.cli;

import io.counterpoint.cli.command.CounterpointCommand;
import io.counterpoint.cli.config.SettingSources;
import io.counterpoint.cli.failure.StartupException;
import io.counterpoint.cli.log.LogSetup;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * The entry of the {@code counterpoint} program. Status 0: done; 1: could not start or failed; 2: the command line
 * makes no sense.
 */
public final class Main {
    private static final String PREFIX = "counterpoint: ";

    private Main() {}

    /** Runs the command line and ends the JVM with its status. */
    public static void main(String[] arguments) {
        LogSetup.takeOverJavaLogging();
        System.exit(run(arguments, System.getenv()));
    }

    /** Runs the command line; a command that serves returns only when it fails. */
    static int run(String[] arguments, Map<String, String> environment) {
        CommandLine program = new CommandLine(new CounterpointCommand()).setCaseInsensitiveEnumValuesAllowed(true);
        program.setParameterExceptionHandler((wrong, args) -> explain(wrong));
        program.setExecutionExceptionHandler((failure, command, parsed) -> {
            if (failure instanceof StartupException) {
                command.getErr().println(PREFIX + failure.getMessage());
                return CommandLine.ExitCode.SOFTWARE;
            }
            throw failure;
        });
        try {
            SettingSources sources = SettingSources.of(List.of(arguments), environment);
            sources.file().requireKnownNames(settingsByCommand(program));
            program.setDefaultValueProvider(sources);
        } catch (StartupException e) {
            program.getErr().println(PREFIX + e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        }
        return program.execute(arguments);
    }

    private static int explain(ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(PREFIX + wrong.getMessage());
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return CommandLine.ExitCode.USAGE;
    }

    private static Map<String, Set<String>> settingsByCommand(CommandLine program) {
        Map<String, Set<String>> settings = new TreeMap<>();
        program.getSubcommands().forEach((name, command) -> settings.put(name, settings(command.getCommandSpec())));
        return settings;
    }

    private static Set<String> settings(CommandSpec command) {
        return command.options().stream()
                .filter(option -> !option.usageHelp() && !option.versionHelp() && !option.hidden())
                .map(OptionSpec::longestName)
                .filter(name -> !name.equals(SettingSources.CONFIG_OPTION))
                .map(SettingSources::settingName)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
