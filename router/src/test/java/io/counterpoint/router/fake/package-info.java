/** Shards that live in the test: they answer what routers ask, keep documents in maps, and fail when told. */
@NullMarked
package io.counterpoint.router.fake;

import org.jspecify.annotations.NullMarked;
