/** The failures that the program explains in one line: {@link io.counterpoint.cli.failure.StartupException}. */
@NullMarked
package io.counterpoint.cli.failure;

import org.jspecify.annotations.NullMarked;
