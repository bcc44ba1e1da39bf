/** Words, names, strings and symbols: how each dialect writes them, over a moving window or over one statement. */
@NullMarked
package io.counterpoint.sqldump.token;

import org.jspecify.annotations.NullMarked;
