package io.counterpoint.router.rpc;

import io.grpc.ManagedChannel;

/** Opens the way to an address: over the network, or within the process. */
@FunctionalInterface
public interface ChannelFactory {
    /**
     * A channel that connects when it is first used. Its executor must be the calling thread's
     * ({@code directExecutor()}): a hand-over between threads costs more than the call.
     *
     * @param address as configured or as the catalog has it, {@code host:port} for the network
     */
    ManagedChannel open(String address);
}
