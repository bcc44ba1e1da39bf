/**
 * What {@code $setWindowFields} computes: for each document of a {@link io.counterpoint.query.window.Partition} a value
 * from the documents around it. {@link io.counterpoint.query.window.WindowFunction} is the entry: it parses one output
 * field, and gives the values for a whole partition at once. The functions are listed in
 * {@link io.counterpoint.query.window.WindowFunctions}.
 */
@NullMarked
package io.counterpoint.query.window;

import org.jspecify.annotations.NullMarked;
