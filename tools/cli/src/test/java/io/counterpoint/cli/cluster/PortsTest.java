package io.counterpoint.cli.cluster;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.cli.failure.StartupException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class PortsTest {
    private static final String LOOPBACK = "127.0.0.1";

    @Test
    void aTakenPortIsNamedWithItsFlag() throws IOException {
        try (ServerSocket holder = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = holder.getLocalPort();

            assertThatThrownBy(() -> Ports.requireFree(LOOPBACK, port, "--port"))
                    .isInstanceOf(StartupException.class)
                    .hasMessage("Port " + port + " on 127.0.0.1 is taken or not allowed: choose another with --port.");
            UpConfig config = new UpConfig(null, LOOPBACK, 0, port - 1, 0, Path.of("data"), true, false);
            assertThatThrownBy(() -> Ports.requireFree(config, 2, false))
                    .hasMessageContaining("Port " + port)
                    .hasMessageEndingWith("--shard-port.");
        }
    }

    @Test
    void zeroIsAlwaysFree() {
        UpConfig config = new UpConfig(null, LOOPBACK, 0, 0, 0, Path.of("data"), true, false);
        assertThatCode(() -> Ports.requireFree(config, 5, true)).doesNotThrowAnyException();
    }

    @Test
    void aPortThatIsWantedTwiceIsNamedWithBothFlags() throws IOException {
        int port = freePortBelowAnother();
        UpConfig config = new UpConfig(null, LOOPBACK, port + 1, port, 0, Path.of("data"), true, false);

        assertThatThrownBy(() -> Ports.requireFree(config, 2, false))
                .isInstanceOf(StartupException.class)
                .hasMessageStartingWith("Port " + (port + 1) + " is wanted twice, by --port and by --shard-port");
    }

    private static int freePortBelowAnother() throws IOException {
        for (int attempt = 0; attempt < 100; attempt++) {
            try (ServerSocket lower = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    ServerSocket upper = new ServerSocket()) {
                upper.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), lower.getLocalPort() + 1));
                return lower.getLocalPort();
            } catch (IOException taken) {
                // Somebody has the next one: another pair.
            }
        }
        throw new IOException("no two free ports beside each other");
    }

    @Test
    void anAddressOfAnotherMachineIsToBlameNotThePort() {
        // 192.0.2.0/24 is for documentation: no machine has it.
        assertThatThrownBy(() -> Ports.requireFree("192.0.2.1", 27_017, "--port"))
                .hasMessage("Nothing can listen on 192.0.2.1 (--bind): it is no address of this machine.");
    }

    @Test
    void whatIsNoPortOrHostIsRefused() {
        assertThatThrownBy(() -> Ports.requireFree(LOOPBACK, 65_536, "--port"))
                .hasMessage("Port 65536 (--port) lies outside [0, 65535].");
        assertThatThrownBy(() -> Ports.requireFree("no such host.invalid", 1, "--port"))
                .hasMessage("There is no address for 'no such host.invalid' (--bind).");
    }
}
