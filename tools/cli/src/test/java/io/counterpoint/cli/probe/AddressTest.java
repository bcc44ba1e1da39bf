package io.counterpoint.cli.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AddressTest {
    @ParameterizedTest
    @ValueSource(strings = {"localhost:27017", "127.0.0.1:1", "[::1]:65535"})
    void readsWhatItWrites(String text) {
        assertThat(Address.parse(text).hostAndPort()).isEqualTo(text);
    }

    @Test
    void writesUris() {
        Address address = Address.parse("[::1]:27017");

        assertThat(address.mongoUri()).isEqualTo("mongodb://[::1]:27017/");
        assertThat(address.httpUrl()).isEqualTo("http://[::1]:27017/");
    }

    @Test
    void aSocketOnEveryAddressIsReachedOnTheLoopback() {
        assertThat(Address.listening("0.0.0.0", 1).hostAndPort()).isEqualTo("127.0.0.1:1");
        assertThat(Address.listening("::", 1).hostAndPort()).isEqualTo("[::1]:1");
        assertThat(Address.listening("db.internal", 1).hostAndPort()).isEqualTo("db.internal:1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", ":1", "a:b", "a:0", "a:65536", "a:"})
    void refusesWhatIsNoAddress(String text) {
        assertThatThrownBy(() -> Address.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
