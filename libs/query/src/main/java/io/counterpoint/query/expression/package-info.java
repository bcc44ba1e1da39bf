/**
 * What an aggregation expression computes from a document. {@link io.counterpoint.query.expression.Expression} is the
 * entry: it parses a value into a tree that evaluates without side effects;
 * {@link io.counterpoint.query.expression.Variables} holds what {@code $$name} means meanwhile. Operators are grouped
 * into one class per family and listed in {@link io.counterpoint.query.expression.Expressions}. Filters
 * ({@code $expr}), projections, accumulators and pipeline stages call this package.
 */
@NullMarked
package io.counterpoint.query.expression;

import org.jspecify.annotations.NullMarked;
