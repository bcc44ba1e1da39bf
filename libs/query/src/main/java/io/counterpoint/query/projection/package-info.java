/**
 * What of a document is shown. {@link io.counterpoint.query.projection.Projection} is the entry: it parses the
 * projections of {@code find} and of the stages {@code $project}, {@code $addFields} and {@code $unset}, and applies
 * them. Plans and stages call this package.
 */
@NullMarked
package io.counterpoint.query.projection;

import org.jspecify.annotations.NullMarked;
