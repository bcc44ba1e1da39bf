package io.counterpoint.cli.http;

import io.counterpoint.cli.probe.ClusterStatus;

/**
 * The answer of {@code /api/status}.
 *
 * @param kind what kind of process answers
 * @param version the program's version
 * @param serving whether it accepts clients
 * @param cluster what it sees
 */
record StatusPage(String kind, String version, boolean serving, ClusterStatus cluster) {
    static StatusPage of(ObservedProcess process, ClusterStatus cluster) {
        return new StatusPage(process.kind(), process.version(), process.serving(), cluster);
    }
}
