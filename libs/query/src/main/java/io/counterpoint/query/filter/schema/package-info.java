/**
 * Which values a JSON schema allows. {@link io.counterpoint.query.filter.schema.JsonSchema} is the entry; the keywords
 * are in a class for each kind of value they speak about. The filter operator {@code $jsonSchema}, and by it the
 * validators of collections, call this package.
 */
@NullMarked
package io.counterpoint.query.filter.schema;

import org.jspecify.annotations.NullMarked;
