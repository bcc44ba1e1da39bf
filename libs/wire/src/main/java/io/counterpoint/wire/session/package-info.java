/**
 * Logical sessions: which a process knows, when they were last used, and who is told when one ends. Entry class is
 * {@link io.counterpoint.wire.session.SessionTable}; the command dispatcher notes every use, the transaction and cursor
 * code of router and shard listens.
 */
@NullMarked
package io.counterpoint.wire.session;

import org.jspecify.annotations.NullMarked;
