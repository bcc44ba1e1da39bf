package io.counterpoint.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

final class RegexPatternTest {
    private static final int LIMIT_EXCEEDED = 51156;

    @Test
    void matchingThatWouldNotEndIsGivenUp() {
        RegexPattern endless = RegexPattern.compile("(x+x+)+y", "");
        String text = "x".repeat(2_000);
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThatThrownBy(() -> endless.find(text))
                        .isInstanceOfSatisfying(
                                CommandException.class,
                                refusal -> assertThat(refusal.code().number()).isEqualTo(LIMIT_EXCEEDED)));
    }

    @Test
    void longTextsAreReadToTheirEnd() {
        String text = "x".repeat(5_000_000);
        assertThat(RegexPattern.compile("x*y$", "").find("x".repeat(2_000))).isFalse();
        assertThat(RegexPattern.compile("z", "").find(text)).isFalse();
        assertThat(RegexPattern.compile("z", "i").find(text + "Z")).isTrue();
    }
}
