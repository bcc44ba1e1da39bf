/** Which version of the program this is: {@link io.counterpoint.cli.version.ProductVersion}. */
@NullMarked
package io.counterpoint.cli.version;

import org.jspecify.annotations.NullMarked;
