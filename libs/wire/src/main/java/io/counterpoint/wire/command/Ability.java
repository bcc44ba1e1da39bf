package io.counterpoint.wire.command;

/**
 * What a command may do and where it may be run; read by the {@link CommandDispatcher} before the command's handler,
 * and by {@code listCommands}.
 */
public enum Ability {
    /** Runs against the database {@code admin} only; elsewhere Unauthorized (13). */
    ADMIN_ONLY,
    /** May change stored data or cluster state. */
    WRITES,
    /** Reads stored data. */
    READS,
    /** Allowed before the client has logged in. */
    UNAUTHENTICATED,
    /** Known on the {@link Door#ROUTER} only; to clients the command does not exist (59). */
    ROUTER_DOOR_ONLY,
    /** Allowed as a statement of a multi-document transaction; without it OperationNotSupportedInTransaction (263). */
    IN_TRANSACTION,
    /**
     * Takes levels of {@code readConcern} other than {@code local} outside of transactions; without it InvalidOptions
     * (72).
     */
    READ_CONCERN,
    /** Takes a {@code txnNumber} outside of transactions, as a retryable write does. */
    RETRYABLE,
    /** Takes fields that are not listed: the handshake, and commands that check their fields themselves. */
    ANY_FIELDS,
    /** Its argument is another command, which must be known and {@link #EXPLAINABLE}. */
    EXPLAINS,
    /** May be the argument of {@code explain}; without it IllegalOperation (20). */
    EXPLAINABLE,
    /** There for tests only: never made to fail itself. */
    TEST_ONLY,
    /** The name is compared without regard to case, as the handshake's names are. */
    ANY_CASE
}
