/**
 * Cursors between batches: their ids, owners and timeouts, and the commands {@code getMore} and {@code killCursors},
 * the same for router and shard. Entry class is {@link io.counterpoint.wire.cursor.CursorTable}; {@code find},
 * {@code aggregate} and the list commands open cursors with it.
 */
@NullMarked
package io.counterpoint.wire.cursor;

import org.jspecify.annotations.NullMarked;
