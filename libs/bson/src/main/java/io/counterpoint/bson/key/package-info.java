/**
 * Bytes that sort as values do. {@link io.counterpoint.bson.key.KeyEncoding} is the format and the short way to it,
 * {@link io.counterpoint.bson.key.KeyBuffer} builds keys of several parts. Used for the keys of every index and of the
 * records behind them. {@link io.counterpoint.bson.key.HashedKey} is what hashed keys have in the place of a value.
 */
@NullMarked
package io.counterpoint.bson.key;

import org.jspecify.annotations.NullMarked;
