/**
 * The router's commands, one class each, listed in {@link io.counterpoint.router.command.RouterCommands}. A command
 * parses what routing needs, lets the packages beside this one find shards, send and merge, and gives the reply;
 * documents pass through as bytes.
 */
@NullMarked
package io.counterpoint.router.command;

import org.jspecify.annotations.NullMarked;
