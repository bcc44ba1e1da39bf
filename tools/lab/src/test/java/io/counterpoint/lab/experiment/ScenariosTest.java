package io.counterpoint.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class ScenariosTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("io.counterpoint.lab.experiment.Scenarios#names")
    void everyReadyScenarioCanBeLoadedUnderItsName(String name) {
        Experiment experiment = Scenarios.load(name, Map.of());

        assertThat(experiment.name()).isEqualTo(name);
        assertThat(experiment.question()).endsWith("?");
    }

    @Test
    void flagsReplaceWhatAFileSaysAndAFileReplacesDefaults() throws IOException {
        Path file = folder.resolve("mine.yml");
        Files.writeString(file, "name: mine\nclients: 7\ndocuments: 50\nfaults: ['pause:shard2@10%-20%']\n");

        Experiment experiment = Scenarios.load(file.toString(), Map.of("documents", 60));

        assertThat(experiment.clients()).isEqualTo(7);
        assertThat(experiment.documents()).isEqualTo(60);
        assertThat(experiment.shards()).isEqualTo(3);
        assertThat(experiment.faults()).isEqualTo(List.of(new FaultPlan("pause", "shard2", 10, 20)));
    }

    @ParameterizedTest
    @CsvSource({
        "clients, 0, clients must lie between",
        "key, other, key:",
        "mode, guess, There is no mode 'guess'",
        "cache, 0, cache must be",
        "expect, luck, There is no property 'luck'",
        "faults, explode:shard1@1%-2%, There is no fault 'explode'",
        "faults, kill:shard1, is no fault",
        "faults, kill:shard1@60%-30%, cannot last",
        "colour, 1, colour"
    })
    void aSettingThatMakesNoSenseIsNamed(String setting, String value, String said) {
        Object given = setting.equals("expect") || setting.equals("faults") ? List.of(value) : value;

        assertThatThrownBy(() -> Scenarios.load("crash", Map.of(setting, given)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(said);
    }

    @Test
    void whatIsNotThereYetSaysWhatItNeeds() {
        assertThatThrownBy(() -> Scenarios.load("move-chunk", Map.of())).hasMessageContaining("chunks that move");
        assertThatThrownBy(() -> Scenarios.load("nothing", Map.of())).hasMessageContaining("two-shards-collide");
    }
}
