/**
 * Room on disk for what does not fit into memory while a command runs. {@link io.counterpoint.base.spill.SpillSpace} is
 * the port that sorting and grouping see; {@link io.counterpoint.base.spill.SpillFolder} is a folder of a process.
 */
@NullMarked
package io.counterpoint.base.spill;

import org.jspecify.annotations.NullMarked;
