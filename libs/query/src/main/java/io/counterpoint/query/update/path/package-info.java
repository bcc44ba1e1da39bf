/**
 * The paths of update operators: {@code a.b.0}, {@code a.$}, {@code a.$[]}, {@code a.$[id]}.
 * {@link io.counterpoint.query.update.path.UpdateTree} merges the paths of one update into a tree, finds conflicts, and
 * walks a document along it; at the end of each path a {@link io.counterpoint.query.update.path.FieldUpdate} says what
 * becomes of the value there.
 */
@NullMarked
package io.counterpoint.query.update.path;

import org.jspecify.annotations.NullMarked;
