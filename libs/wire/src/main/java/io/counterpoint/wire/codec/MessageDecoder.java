package io.counterpoint.wire.codec;

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
 * and sends nothing costs {@value #FIRST_BYTES} bytes.
 */
public final class MessageDecoder extends ChannelInboundHandlerAdapter {
    private static final int FIRST_BYTES = 256 * 1024;
    private static final int GROWTH = 4;

    private final byte[] header = new byte[WireFormat.HEADER_BYTES];
    private int headerFilled;

    /** The message that is being received; null between messages. */
    private byte @Nullable [] message;

    private int filled;
    private int length;
    private boolean broken;

    /** A decoder for one connection. */
    public MessageDecoder() {}

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
            message = null;
            context.fireExceptionCaught(violation);
        } finally {
            bytes.release();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (!broken && (headerFilled > 0 || message != null)) {
            broken = true;
            message = null;
            context.fireExceptionCaught(new ProtocolException("connection ended within a message"));
        }
        context.fireChannelInactive();
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
            if (filled == target.length) {
                target = Arrays.copyOf(target, (int) Math.min(length, (long) target.length * GROWTH));
            }
            int count = Math.min(bytes.readableBytes(), target.length - filled);
            bytes.readBytes(target, filled, count);
            filled += count;
        }
        if (filled < length) {
            message = target;
            return null;
        }
        message = null;
        return MessageParser.parse(target);
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
