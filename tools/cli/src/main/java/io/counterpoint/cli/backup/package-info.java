/**
 * {@code counterpoint backup} and {@code counterpoint restore} of a backup: files of a checkpoint, fetched over the
 * wire protocol into a folder in which equal files are kept once, and back into data folders or, document by document,
 * into a running cluster. See {@code docs/backup.md}.
 */
@NullMarked
package io.counterpoint.cli.backup;

import org.jspecify.annotations.NullMarked;
