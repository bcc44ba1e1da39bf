/** Rows as the dump writes them (lines of COPY, tuples of VALUES) and the values in them. */
@NullMarked
package io.counterpoint.sqldump.row;

import org.jspecify.annotations.NullMarked;
