/**
 * Ways of numbering as the laboratory knows them: what each promises and how its numbers lie.
 * {@link io.counterpoint.lab.mode.NumberingMode} is the list.
 */
@NullMarked
package io.counterpoint.lab.mode;

import org.jspecify.annotations.NullMarked;
