/**
 * The names and numbers of BSON types as {@code $type} and error texts use them. Entry class
 * {@link io.counterpoint.bson.type.BsonTypes}.
 */
@NullMarked
package io.counterpoint.bson.type;

import org.jspecify.annotations.NullMarked;
