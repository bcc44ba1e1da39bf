package io.counterpoint.wire.command.basic;

import org.bson.types.ObjectId;

/**
 * What a process says about itself.
 *
 * @param role what it is
 * @param version MongoDB version whose behaviour is offered, {@code major.minor.patch}
 * @param gitVersion the build's commit, or another word for it
 * @param address where clients reach it, {@code host:port}
 * @param startMillis when it started, in milliseconds since 1970
 * @param processId drawn at the start: tells one life of the process from the next
 */
public record ServerIdentity(
        Role role, String version, String gitVersion, String address, long startMillis, ObjectId processId) {
    /** The version reported unless told otherwise; wire version 25. */
    public static final String VERSION = "8.0.0";

    static final int MIN_WIRE_VERSION = 0;
    static final int MAX_WIRE_VERSION = 25;

    /** What a process is. */
    public enum Role {
        /** Routes to shards. */
        ROUTER("mongos"),
        /** Stores documents. */
        SHARD("mongod");

        private final String processName;

        Role(String processName) {
            this.processName = processName;
        }

        /** The name of MongoDB's process of that kind, which tools look for in {@code serverStatus}. */
        String processName() {
            return processName;
        }
    }
}
