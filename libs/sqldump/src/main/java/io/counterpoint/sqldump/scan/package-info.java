/** The reader of a dump: statements one by one, rows in batches. {@code DumpScanner} is the entry. */
@NullMarked
package io.counterpoint.sqldump.scan;

import org.jspecify.annotations.NullMarked;
