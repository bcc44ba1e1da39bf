package io.counterpoint.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.cli.failure.StartupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

final class SettingSourcesTest {
    @TempDir
    private Path folder = Path.of("");

    @Command(name = "up")
    private static final class Program {
        @Option(names = "--config")
        private String config = "";

        @Option(names = "--http-port", defaultValue = "1")
        private int httpPort;

        @Option(names = "--shards", split = ",", defaultValue = "none")
        private List<String> shards = List.of();
    }

    @Test
    void aFlagWinsOverTheEnvironmentOverTheFileOverTheDefault() throws IOException {
        Path file = write("http-port: 2");

        assertThat(parse(Map.of()).httpPort).isEqualTo(1);
        assertThat(parse(Map.of(), "--config", file.toString()).httpPort).isEqualTo(2);
        assertThat(parse(Map.of("COUNTERPOINT_HTTP_PORT", "3"), "--config", file.toString()).httpPort)
                .isEqualTo(3);
        assertThat(parse(Map.of("COUNTERPOINT_HTTP_PORT", "3"), "--config", file.toString(), "--http-port", "4")
                        .httpPort)
                .isEqualTo(4);
    }

    @Test
    void theEnvironmentCanNameTheFile() throws IOException {
        Path file = write("http-port: 2");

        Program program = parse(Map.of("COUNTERPOINT_CONFIG", file.toString()));
        assertThat(program.httpPort).isEqualTo(2);
        assertThat(program.config).isEqualTo(file.toString());
        assertThat(parse(Map.of("COUNTERPOINT_CONFIG", "/nowhere"), "--config=" + file).httpPort)
                .isEqualTo(2);
    }

    @Test
    void aCommandsSectionWinsInTheFileAndAListIsAsGoodAsCommas() throws IOException {
        Path file = write("http-port: 2\nup:\n  http-port: 5\n  shards:\n    - a=h:1\n    - b=h:2");

        Program program = parse(Map.of(), "--config", file.toString());

        assertThat(program.httpPort).isEqualTo(5);
        assertThat(program.shards).containsExactly("a=h:1", "b=h:2");
    }

    @Test
    void anEmptyFileSaysNothing() throws IOException {
        assertThat(parse(Map.of(), "--config", write("# nothing\n").toString()).httpPort)
                .isEqualTo(1);
    }

    @Test
    void aMissingOrBrokenFileIsNamed() throws IOException {
        assertThatThrownBy(() -> parse(Map.of(), "--config", "/no/such.yaml"))
                .isInstanceOf(StartupException.class)
                .hasMessage("There is no configuration file /no/such.yaml.");
        Path broken = write("http-port: [1\nx");
        assertThatThrownBy(() -> parse(Map.of(), "--config", broken.toString()))
                .isInstanceOf(StartupException.class)
                .hasMessageStartingWith(broken + " is not valid YAML (line ");
        Path list = write("- 1");
        assertThatThrownBy(() -> parse(Map.of(), "--config", list.toString()))
                .hasMessage(list + ": the configuration file must be a map of settings.");
    }

    @Test
    void misspeltNamesAreRefused() throws IOException {
        Map<String, Set<String>> known = Map.of("up", Set.of("http-port"), "router", Set.of("port"));

        sources("http-port: 1\nport: 2\nup:\n  http-port: 3").file().requireKnownNames(known);

        assertThatThrownBy(() -> sources("htp-port: 1").file().requireKnownNames(known))
                .isInstanceOf(StartupException.class)
                .hasMessageEndingWith("there is no setting named 'htp-port'.");
        assertThatThrownBy(() -> sources("up:\n  port: 1").file().requireKnownNames(known))
                .hasMessageEndingWith("there is no setting named 'up.port'.");
    }

    private SettingSources sources(String yaml) throws IOException {
        return SettingSources.of(List.of("--config", write(yaml).toString()), Map.of());
    }

    private static Program parse(Map<String, String> environment, String... arguments) {
        Program program = new Program();
        new CommandLine(program)
                .setDefaultValueProvider(SettingSources.of(List.of(arguments), environment))
                .parseArgs(arguments);
        return program;
    }

    private Path write(String yaml) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "settings", ".yaml"), yaml);
    }
}
