package io.counterpoint.cli.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HostGuardTest {
    private final HostGuard guard = new HostGuard("Router.internal");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST:28017",
                "shard-1:28101",
                "127.0.0.1:28017",
                "10.1.2.3",
                "[::1]",
                "[::1]:28017",
                "router.internal:28017"
            })
    void allowsAddressesAndOwnNames(String host) {
        assertThat(guard.allows(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"evil.example", "evil.example:28017", "127.0.0.1.evil.example", "localhost.evil", "", "::1"})
    void refusesOtherNames(String host) {
        assertThat(guard.allows(host)).isFalse();
    }

    @Test
    void refusesARequestWithoutName() {
        assertThat(guard.allows(null)).isFalse();
    }
}
