/** The statements that carry tables, keys and counters, what may be skipped, and what is refused. */
@NullMarked
package io.counterpoint.sqldump.statement;

import org.jspecify.annotations.NullMarked;
