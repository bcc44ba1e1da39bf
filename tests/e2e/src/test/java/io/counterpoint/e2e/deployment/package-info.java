/**
 * Real processes to test against: {@link io.counterpoint.e2e.deployment.ServerProcess} is one started JVM,
 * {@link io.counterpoint.e2e.deployment.Cluster} a cluster or a single shard with its data folder,
 * {@link io.counterpoint.e2e.deployment.Target} what a behaviour test runs against. Ports are free ones, folders are
 * temporary, and whatever was started here is ended here.
 */
@NullMarked
package io.counterpoint.e2e.deployment;

import org.jspecify.annotations.NullMarked;
