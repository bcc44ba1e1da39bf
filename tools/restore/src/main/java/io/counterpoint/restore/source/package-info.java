/** Where a dump is read from: a file or standard input, compressed or not. */
@NullMarked
package io.counterpoint.restore.source;

import org.jspecify.annotations.NullMarked;
