/**
 * Changes to collections and indexes that reach every shard or none. Each change is a
 * {@link io.counterpoint.router.ddl.DdlKind}: steps that can be undone, a durable decision, steps that can only be
 * finished. {@link io.counterpoint.router.ddl.DdlCoordinator} runs them under a lock per collection whose row in
 * {@code config.ddlOperations} also carries the intent, so that whoever meets what a dead router left can finish it or
 * undo it. {@link io.counterpoint.router.ddl.CollectionDdl} is what commands call.
 */
@NullMarked
package io.counterpoint.router.ddl;

import org.jspecify.annotations.NullMarked;
