package io.counterpoint.wire.codec;

/** The numbers of the wire protocol. */
final class WireFormat {
    static final int HEADER_BYTES = 16;

    static final int OP_REPLY = 1;
    static final int OP_QUERY = 2004;
    static final int OP_COMPRESSED = 2012;
    static final int OP_MSG = 2013;

    /** OP_MSG flag: a CRC-32C of the message stands at its end. */
    static final int CHECKSUM_PRESENT = 1;

    /** OP_MSG flag: no reply is wanted; in a reply: another one follows without being asked for. */
    static final int MORE_TO_COME = 1 << 1;

    /** OP_MSG flag: the client takes replies marked {@link #MORE_TO_COME}. */
    static final int EXHAUST_ALLOWED = 1 << 16;

    /** OP_MSG flags that a receiver has to understand. */
    static final int REQUIRED_FLAGS = 0xFFFF;

    static final int KIND_BODY = 0;
    static final int KIND_SEQUENCE = 1;

    /** OP_REPLY flag: the query failed and the document says why. */
    static final int QUERY_FAILURE = 1 << 1;

    /** OP_REPLY flag that servers always set. */
    static final int AWAIT_CAPABLE = 1 << 3;

    private WireFormat() {}
}
