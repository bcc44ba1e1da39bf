/** Extended JSON to documents and back. Entry class {@link io.counterpoint.bson.json.ExtendedJson}. */
@NullMarked
package io.counterpoint.bson.json;

import org.jspecify.annotations.NullMarked;
