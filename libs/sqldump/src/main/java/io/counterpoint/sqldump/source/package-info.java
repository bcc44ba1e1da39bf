/** The bytes of a dump: a window that moves over the stream, its character set, and which program wrote it. */
@NullMarked
package io.counterpoint.sqldump.source;

import org.jspecify.annotations.NullMarked;
