/** What a dump declares: tables, columns, keys, sequences and where their counters stand. */
@NullMarked
package io.counterpoint.sqldump.schema;

import org.jspecify.annotations.NullMarked;
