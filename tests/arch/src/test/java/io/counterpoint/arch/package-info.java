/**
 * House rules as tests: which module may see which, where threads, clocks and libraries may be touched, and what a
 * source file looks like. The layer rules read class files, the tidy rules read sources.
 */
@NullMarked
package io.counterpoint.arch;

import org.jspecify.annotations.NullMarked;
