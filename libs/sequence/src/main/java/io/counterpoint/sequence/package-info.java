/**
 * Sequences as pure rules: what a declaration may say and which number comes next. No I/O, no clock, no threads; shards
 * and routers hold the state and call these.
 */
@NullMarked
package io.counterpoint.sequence;

import org.jspecify.annotations.NullMarked;
