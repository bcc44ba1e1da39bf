/**
 * MongoDB's rules for numbers of four types that behave as one: {@link io.counterpoint.bson.number.Numbers} compares
 * and converts, {@link io.counterpoint.bson.number.UpdateArithmetic} is what update operators compute with,
 * {@link io.counterpoint.bson.number.ExpressionArithmetic} and {@link io.counterpoint.bson.number.NumberSum} what
 * aggregation does. All of it is exact where MongoDB is.
 */
@NullMarked
package io.counterpoint.bson.number;

import org.jspecify.annotations.NullMarked;
