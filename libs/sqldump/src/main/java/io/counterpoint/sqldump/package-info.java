/**
 * SQL dumps as a stream: {@code scan.DumpScanner} cuts bytes into statements and batches of rows in bounded memory,
 * {@code statement} reads the few kinds of statement that carry tables, keys and counters into a {@code schema}, and
 * {@code row} turns the bytes of a row into values. Knows nothing of servers and documents.
 */
@NullMarked
package io.counterpoint.sqldump;

import org.jspecify.annotations.NullMarked;
