/** What {@code counterpoint restore} does once the command line is read: only here the driver is loaded. */
@NullMarked
package io.counterpoint.cli.restore;

import org.jspecify.annotations.NullMarked;
