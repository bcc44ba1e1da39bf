/**
 * BSON bytes as values. {@link io.counterpoint.bson.raw.RawDocument} is the form in which documents travel and rest;
 * {@link io.counterpoint.bson.raw.BsonOutput} builds them, {@link io.counterpoint.bson.raw.BsonBytes} converts and
 * validates, {@link io.counterpoint.bson.raw.RawElements} is the cursor for code that must not allocate. Bytes from
 * outside are validated once, at the door; everything here then reads them without further checks.
 */
@NullMarked
package io.counterpoint.bson.raw;

import org.jspecify.annotations.NullMarked;
