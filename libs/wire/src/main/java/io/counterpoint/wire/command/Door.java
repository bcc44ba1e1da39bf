package io.counterpoint.wire.command;

/** By which of a process's two doors a command came in. */
public enum Door {
    /** The MongoDB wire protocol: drivers, shells, tools. */
    CLIENT,
    /** gRPC: a router, or another shard of the same cluster. */
    ROUTER
}
