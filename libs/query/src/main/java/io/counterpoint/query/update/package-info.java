/**
 * What an update does to a document, free of I/O. {@link io.counterpoint.query.update.Update} parses the {@code u} of
 * an update statement (a replacement, a document of operators, or a pipeline) and turns a document into the one that is
 * stored instead. Shards apply updates inside the write loop; routers read from them which fields they touch.
 */
@NullMarked
package io.counterpoint.query.update;

import org.jspecify.annotations.NullMarked;
