package io.counterpoint.wire.session;

/**
 * Names a transaction: everywhere in the cluster the same. Immutable.
 *
 * @param session the logical session
 * @param number rises from transaction to transaction within the session
 */
public record TransactionKey(SessionId session, long number) {}
