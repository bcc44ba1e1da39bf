/**
 * The router: speaks the MongoDB wire protocol to clients and sends each command, or its parts, to the shards that own
 * the documents. {@link io.counterpoint.router.RouterProcess} starts one; {@code router/README.md} says how routing
 * thinks.
 */
@NullMarked
package io.counterpoint.router;

import org.jspecify.annotations.NullMarked;
