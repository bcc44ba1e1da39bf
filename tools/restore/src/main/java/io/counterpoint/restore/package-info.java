/**
 * Restores SQL dumps into a cluster, as a client of it: {@code SqlRestore} is the entry. The scanner of
 * {@code io.counterpoint.sqldump} reads, {@code value} turns rows into documents, {@code load} stores them in parallel,
 * {@code plan} says where they go and finishes with indexes and counters, {@code report} says what was done.
 */
@NullMarked
package io.counterpoint.restore;

import org.jspecify.annotations.NullMarked;
