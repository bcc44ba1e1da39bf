package io.counterpoint.cli.config;

import io.counterpoint.cli.failure.StartupException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Answers for options that are not on the command line: {@code --http-port} is looked for in the environment as
 * {@code COUNTERPOINT_HTTP_PORT}, then in the configuration file as {@code http-port}. Immutable; any thread.
 */
public final class SettingSources implements IDefaultValueProvider {
    /** The option that names the configuration file; it may come from the environment, never from the file itself. */
    public static final String CONFIG_OPTION = "--config";

    private static final String ENVIRONMENT_PREFIX = "COUNTERPOINT_";

    private final Map<String, String> environment;
    private final SettingsFile file;

    private SettingSources(Map<String, String> environment, SettingsFile file) {
        this.environment = Map.copyOf(environment);
        this.file = file;
    }

    /**
     * Reads the configuration file, when the arguments or the environment name one. It has to be known before the
     * arguments are parsed, since the parser asks for the file's values.
     *
     * @throws StartupException when the file cannot be read or understood
     */
    public static SettingSources of(List<String> arguments, Map<String, String> environment) {
        String path = configArgument(arguments);
        if (path == null) {
            path = environment.get(environmentName(CONFIG_OPTION));
        }
        return new SettingSources(environment, path == null ? SettingsFile.EMPTY : SettingsFile.read(path));
    }

    /** The settings of the file, so that its names can be compared with the options that exist. */
    public SettingsFile file() {
        return file;
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option) || option.usageHelp() || option.versionHelp()) {
            return null;
        }
        String fromEnvironment = environment.get(environmentName(option.longestName()));
        if (fromEnvironment != null && !fromEnvironment.isEmpty()) {
            return fromEnvironment;
        }
        return file.value(option.command().name(), settingName(option.longestName()));
    }

    /** The name of an option in a configuration file: {@code http-port} for {@code --http-port}. */
    public static String settingName(String optionName) {
        return optionName.replaceFirst("^--", "");
    }

    /** The name of an option in the environment: {@code COUNTERPOINT_HTTP_PORT} for {@code --http-port}. */
    static String environmentName(String optionName) {
        return ENVIRONMENT_PREFIX + settingName(optionName).replace('-', '_').toUpperCase(Locale.ROOT);
    }

    private static @Nullable String configArgument(List<String> arguments) {
        String assigned = CONFIG_OPTION + "=";
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.startsWith(assigned)) {
                return argument.substring(assigned.length());
            }
            if (argument.equals(CONFIG_OPTION) && i + 1 < arguments.size()) {
                return arguments.get(i + 1);
            }
        }
        return null;
    }
}
