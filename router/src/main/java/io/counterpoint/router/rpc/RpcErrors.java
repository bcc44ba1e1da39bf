package io.counterpoint.router.rpc;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.grpc.Status;

/** Turns trouble of the transport into codes: the one place where a gRPC status is looked at. */
final class RpcErrors {
    private RpcErrors() {}

    /** What a client is told when a shard cannot be reached, or was lost before it answered. */
    static CommandException of(String shard, Throwable failure) {
        Status status = Status.fromThrowable(failure);
        String reason = status.getDescription() == null ? status.getCode().name() : status.getDescription();
        return switch (status.getCode()) {
            case RESOURCE_EXHAUSTED ->
                new CommandException(
                        ErrorCode.BSON_OBJECT_TOO_LARGE, "a message of shard " + shard + " is too large: " + reason);
            default -> unreachable(shard, reason);
        };
    }

    /** HostUnreachable (6), naming the shard. */
    static CommandException unreachable(String shard, String reason) {
        return new CommandException(ErrorCode.HOST_UNREACHABLE, "shard " + shard + " cannot be reached: " + reason);
    }

    /** MaxTimeMSExpired (50). */
    static CommandException outOfTime() {
        return new CommandException(ErrorCode.MAX_TIME_MS_EXPIRED, "operation exceeded time limit");
    }
}
