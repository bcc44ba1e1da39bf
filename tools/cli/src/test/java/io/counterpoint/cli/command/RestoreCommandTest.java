package io.counterpoint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Which options go together: none is taken and then ignored. */
final class RestoreCommandTest {
    private static final String FOR_DUMPS = "the rest is for dumps";

    @TempDir
    private Path folder;

    private static String refusal(List<String> arguments) {
        StringWriter errors = new StringWriter();
        CommandLine command = new CommandLine(new RestoreCommand()).setErr(new PrintWriter(errors));
        assertThat(command.execute(arguments.toArray(String[]::new))).isEqualTo(CommandLine.ExitCode.USAGE);
        return errors.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--database=shop",
                "--map=sales.orders=shop.orders",
                "--dialect=mysql",
                "--dry-run",
                "--drop",
                "--resume",
                "--raise-counters",
                "--writers=4",
                "--report=report.json",
                "--shard=shard1"
            })
    void aFolderOfBackupsTakesNoOptionOfDumps(String option) {
        assertThat(refusal(List.of(folder.toString(), "--uri", "mongodb://127.0.0.1:1", option)))
                .contains(FOR_DUMPS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--data=data", "--shard=shard1", "--manifest=manifest.json"})
    void aDumpTakesNoOptionOfBackups(String option) {
        assertThat(refusal(List.of("dump.sql", "--uri", "mongodb://127.0.0.1:1", option)))
                .contains("are for folders of backups");
    }

    @Test
    void optionsThatContradictEachOtherAreRefused() {
        List<String> dump = List.of("dump.sql", "--uri", "mongodb://127.0.0.1:1");
        assertThat(refusal(List.of("dump.sql"))).contains("--uri");
        assertThat(refusal(joined(dump, "--drop", "--resume"))).contains("one of them");
        assertThat(refusal(joined(dump, "--writers", "0"))).contains("--writers is between 1 and");
    }

    private static List<String> joined(List<String> first, String... more) {
        List<String> all = new ArrayList<>(first);
        all.addAll(List.of(more));
        return all;
    }
}
