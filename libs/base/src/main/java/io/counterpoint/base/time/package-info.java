/**
 * Time as something handed in: clocks and timers that a process takes from the machine and a simulation from its own
 * schedule. Entry classes are {@link io.counterpoint.base.time.Clock} and {@link io.counterpoint.base.time.Timers}.
 */
@NullMarked
package io.counterpoint.base.time;

import org.jspecify.annotations.NullMarked;
