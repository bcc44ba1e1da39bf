/** The ways of numbering, one class each: pure state machines over a counter's {@code last}. */
@NullMarked
package io.counterpoint.sequence.mode;

import org.jspecify.annotations.NullMarked;
