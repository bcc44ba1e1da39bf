/**
 * Dotted paths and what they mean in a document with arrays. {@link io.counterpoint.bson.path.FieldPath} is the parsed
 * text, {@link io.counterpoint.bson.path.PathReader} finds the values: filters, index keys, distinct and aggregation
 * each have rules of their own, and all of them stand there side by side.
 */
@NullMarked
package io.counterpoint.bson.path;

import org.jspecify.annotations.NullMarked;
