package io.counterpoint.query.aggregate;

/** Where a pipeline comes from. */
public enum PipelineDoor {
    /** From a client. */
    CLIENT,
    /** From a router, which may send halves of stages that it split. */
    ROUTER
}
