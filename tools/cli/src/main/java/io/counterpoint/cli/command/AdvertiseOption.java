package io.counterpoint.cli.command;

import io.counterpoint.cli.probe.Address;
import io.counterpoint.wire.server.WireServerConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a process that others reach over the network is called by them. */
final class AdvertiseOption {
    @Option(
            names = "--advertise",
            paramLabel = "HOST",
            description = "Name or address that clients and the catalog are told (that of --bind).")
    private @Nullable String advertise;

    /** The client door of a process; one that listens on every address is reached on the loopback unless named. */
    WireServerConfig door(String bindHost, int port) {
        return WireServerConfig.of(bindHost, port)
                .advertisedAs(advertise == null ? Address.reachable(bindHost) : advertise);
    }
}
