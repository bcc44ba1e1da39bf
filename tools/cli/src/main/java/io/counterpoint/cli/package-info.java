/**
 * The {@code counterpoint} program: its {@link io.counterpoint.cli.Main entry}. Everything that a person types, reads
 * on a terminal or opens in a browser is in this module; what serves clients is in {@code router} and {@code shard}.
 */
@NullMarked
package io.counterpoint.cli;

import org.jspecify.annotations.NullMarked;
