/**
 * What a query means, as pure functions over documents: nothing in this module does I/O, reads a clock or starts a
 * thread. {@link io.counterpoint.query.QueryContext} carries the little that evaluation needs from outside;
 * {@link io.counterpoint.query.ValueText} words values in error texts. The language itself is in the packages below:
 * filter, sort, projection, expression, accumulator, update, aggregate.
 */
@NullMarked
package io.counterpoint.query;

import org.jspecify.annotations.NullMarked;
