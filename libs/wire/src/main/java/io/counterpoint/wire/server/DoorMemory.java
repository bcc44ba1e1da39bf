package io.counterpoint.wire.server;

/**
 * Most memory that clients of a door can make a process hold.
 *
 * @param largeMessageBytesMax large messages that are coming or being carried out, all together. Two largest ones have
 *     to fit: one may come compressed
 * @param unreadReplyBytesMax replies that clients do not read, all together; the client that would exceed it is dropped
 */
public record DoorMemory(long largeMessageBytesMax, long unreadReplyBytesMax) {
    /** As much as a process with memory to spare needs under load. */
    public static final DoorMemory GENEROUS = new DoorMemory(1L << 30, 512L << 20);
}
