/**
 * The operators of the filter language, one class each, listed in
 * {@link io.counterpoint.query.filter.operator.FilterOperators}. A class holds all of its operator: name, one line of
 * help, how the operand is read with its error texts, and the predicate.
 * {@link io.counterpoint.query.filter.FilterParser} calls them.
 */
@NullMarked
package io.counterpoint.query.filter.operator;

import org.jspecify.annotations.NullMarked;
