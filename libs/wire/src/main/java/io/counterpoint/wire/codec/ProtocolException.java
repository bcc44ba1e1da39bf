package io.counterpoint.wire.codec;

/**
 * Bytes that are no message of the protocol. The connection they came on cannot be understood any more and is closed.
 */
public final class ProtocolException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Says what is wrong, for the log. */
    public ProtocolException(String message) {
        super(message, null, false, false);
    }
}
