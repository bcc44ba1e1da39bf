/**
 * The order of BSON values: one comparator for sort, indexes, range operators, {@code $min}, {@code $max} and
 * {@code $group}. Entry class {@link io.counterpoint.bson.order.BsonOrder}.
 */
@NullMarked
package io.counterpoint.bson.order;

import org.jspecify.annotations.NullMarked;
