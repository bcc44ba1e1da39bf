/** From SQL values to BSON values, column by column. */
@NullMarked
package io.counterpoint.restore.value;

import org.jspecify.annotations.NullMarked;
