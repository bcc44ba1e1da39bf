/** Rows on their way into collections: encoded and inserted in parallel, resumable. */
@NullMarked
package io.counterpoint.restore.load;

import org.jspecify.annotations.NullMarked;
