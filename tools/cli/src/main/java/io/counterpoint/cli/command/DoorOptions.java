package io.counterpoint.cli.command;

import io.counterpoint.cli.cluster.MachineMemory;
import io.counterpoint.cli.failure.StartupException;
import io.counterpoint.cli.probe.Address;
import io.counterpoint.wire.server.WireServerConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The clients' door of a process that others reach over the network. */
final class DoorOptions {
    @Option(
            names = "--advertise",
            paramLabel = "HOST",
            description = "Name or address that clients and the catalog are told (that of --bind).")
    private @Nullable String advertise;

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            defaultValue = "" + WireServerConfig.CONNECTION_COUNT_MAX_DEFAULT,
            description = "Most clients' connections at once; more are closed as they come (${DEFAULT-VALUE}).")
    private int connectionCountMax;

    /**
     * The client door of a process; one that listens on every address is reached on the loopback unless named.
     *
     * @throws StartupException when no connection is allowed
     */
    WireServerConfig door(String bindHost, int port) {
        if (connectionCountMax < 1) {
            throw new StartupException("--max-connections has to be at least 1.");
        }
        return WireServerConfig.of(bindHost, port)
                .withConnectionCountMax(connectionCountMax)
                .withMemory(MachineMemory.ofThisMachine().doorMemory())
                .advertisedAs(advertise == null ? Address.reachable(bindHost) : advertise);
    }
}
