/**
 * The update operators, one class each, listed in {@link io.counterpoint.query.update.operator.UpdateOperators}. An
 * operator parses its argument for one path and knows what becomes of one value; where the value is found is the matter
 * of {@link io.counterpoint.query.update.path}.
 */
@NullMarked
package io.counterpoint.query.update.operator;

import org.jspecify.annotations.NullMarked;
