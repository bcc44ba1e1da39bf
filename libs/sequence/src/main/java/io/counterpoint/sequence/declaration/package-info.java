/**
 * What a collection declares about its sequences. {@link io.counterpoint.sequence.declaration.AutoincrementOption}
 * reads the option of {@code create} and {@code collMod}; router and shard both check with it, so neither creates what
 * the other would refuse.
 */
@NullMarked
package io.counterpoint.sequence.declaration;

import org.jspecify.annotations.NullMarked;
