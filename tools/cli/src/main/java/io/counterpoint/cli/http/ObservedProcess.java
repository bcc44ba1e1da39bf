package io.counterpoint.cli.http;

import io.counterpoint.cli.probe.ClusterStatus;
import java.nio.file.Path;

/**
 * What the HTTP door asks of the process that it belongs to. Called from the server's threads, any number at a time.
 *
 * <ul>
 *   <li>{@link #serving} never blocks.
 *   <li>{@link #status} may take a few seconds and fails with nothing: trouble is part of the status.
 *   <li>{@link #metrics} never blocks for long.
 * </ul>
 */
public interface ObservedProcess {
    /** What kind of process it is, for people: {@code cluster}, {@code router}, {@code shard}. */
    String kind();

    /** The program's version. */
    String version();

    /** Whether it accepts clients: true from the end of its start to the beginning of its stop. */
    boolean serving();

    /** A fresh look at the cluster. */
    ClusterStatus status();

    /** The folder of the reports of experiments that were started here; it need not be there. */
    Path reports();

    /** All metrics in the text format of Prometheus. */
    String metrics();
}
