package io.counterpoint.wire.codec;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.bson.raw.RawElements;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the byte stream of one connection into messages and hands on a {@link RequestMessage} for each. What is no
 * message ends the connection's input: a {@link ProtocolException} goes down the pipeline once, and whatever still
 * arrives is thrown away.
 *
 * <p>Bytes are copied once, from the receive buffer into the array that the message's documents then live in. A length
 * is only a claim until the bytes are there, so the array grows with what has arrived: a client that announces 48 MB
 * and sends nothing costs {@value #FIRST_BYTES} bytes. Large messages of all connections share one {@link MessageRoom}:
 * one that finds none is thrown away as it comes, and its client is told.
 */
public final class MessageDecoder extends ChannelInboundHandlerAdapter {
    private static final int FIRST_BYTES = 256 * 1024;
    private static final int GROWTH = 4;

    private final byte[] header = new byte[WireFormat.HEADER_BYTES];
    private int headerFilled;

    /** The message that is being received; null between messages. */
    private byte @Nullable [] message;

    private final MessageRoom room;
    private int filled;
    private int length;
    private long roomBytes;
    private boolean refused;
    private boolean broken;

    /**
     * A decoder for one connection.
     *
     * @param room for large messages
     */
    public MessageDecoder(MessageRoom room) {
        this.room = room;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object incoming) {
        ByteBuf bytes = (ByteBuf) incoming;
        try {
            while (bytes.isReadable() && !broken) {
                RequestMessage complete = take(bytes);
                if (complete != null) {
                    context.fireChannelRead(complete);
                }
            }
        } catch (ProtocolException violation) {
            broken = true;
            forget();
            context.fireExceptionCaught(violation);
        } finally {
            bytes.release();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (!broken && (headerFilled > 0 || message != null)) {
            broken = true;
            forget();
            context.fireExceptionCaught(new ProtocolException("connection ended within a message"));
        }
        context.fireChannelInactive();
    }

    private void forget() {
        message = null;
        room.give(roomBytes);
        roomBytes = 0;
    }

    /** Takes bytes until a message is complete or none are left; null for the latter. */
    private @Nullable RequestMessage take(ByteBuf bytes) throws ProtocolException {
        byte[] target = message;
        if (target == null) {
            int count = Math.min(bytes.readableBytes(), header.length - headerFilled);
            bytes.readBytes(header, headerFilled, count);
            headerFilled += count;
            if (headerFilled < header.length) {
                return null;
            }
            target = begin();
        }
        while (bytes.isReadable() && filled < length) {
            if (filled == target.length && !refused) {
                target = grow(target);
            }
            if (refused) {
                int thrownAway = Math.min(bytes.readableBytes(), length - filled);
                bytes.skipBytes(thrownAway);
                filled += thrownAway;
                continue;
            }
            int count = Math.min(bytes.readableBytes(), target.length - filled);
            bytes.readBytes(target, filled, count);
            filled += count;
        }
        if (filled < length) {
            message = target;
            return null;
        }
        return complete(target);
    }

    private byte[] grow(byte[] full) {
        int size = (int) Math.min(length, (long) full.length * GROWTH);
        refused = !take(size);
        return refused ? full : Arrays.copyOf(full, size);
    }

    /** Makes sure of room for a message of that size as far as it needs any. */
    private boolean take(long bytes) {
        long more = Math.max(0, bytes - MessageRoom.FREE_BYTES) - roomBytes;
        if (more > 0 && !room.take(more)) {
            return false;
        }
        roomBytes += Math.max(0, more);
        return true;
    }

    private RequestMessage complete(byte[] whole) throws ProtocolException {
        if (!refused) {
            refused = !take(length + MessageParser.unpackedBytes(whole));
        }
        message = null;
        if (refused) {
            forget();
            refused = false;
            return MessageParser.refused(
                    whole,
                    length,
                    new CommandException(
                            ErrorCode.EXCEEDED_MEMORY_LIMIT,
                            "there is no memory left for a message of " + length
                                    + " bytes beside other large ones; send it again later"));
        }
        RequestMessage parsed = MessageParser.parse(whole).withRoom(roomBytes);
        roomBytes = 0;
        return parsed;
    }

    private byte[] begin() throws ProtocolException {
        length = RawElements.int32(header, 0);
        if (length < WireFormat.HEADER_BYTES || length > Limits.MESSAGE_BYTES_MAX) {
            throw new ProtocolException("message length " + length + " is out of range");
        }
        byte[] target = new byte[Math.min(length, FIRST_BYTES)];
        System.arraycopy(header, 0, target, 0, header.length);
        filled = header.length;
        headerFilled = 0;
        return target;
    }
}
