/**
 * BSON as the rest of the system sees it: documents read in place ({@code raw}), MongoDB's order and number rules,
 * dotted paths, keys whose bytes sort as values do, Extended JSON. The values themselves are the driver's
 * {@code org.bson} types.
 */
@NullMarked
package io.counterpoint.bson;

import org.jspecify.annotations.NullMarked;
