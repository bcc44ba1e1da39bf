/**
 * What is left of a run: files for programs, a summary for the terminal, and a page for people who did not run it.
 * {@link io.counterpoint.lab.report.RunFiles} is the entry.
 */
@NullMarked
package io.counterpoint.lab.report;

import org.jspecify.annotations.NullMarked;
