package io.counterpoint.wire.codec;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.wire.command.CommandReply;
import io.counterpoint.wire.command.ErrorReplies;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToByteEncoder;
import java.io.IOException;
import java.util.function.LongConsumer;
import org.bson.BsonDocument;

/** Writes replies. Keeps no state: one serves all connections. */
@Sharable
public final class MessageEncoder extends MessageToByteEncoder<ReplyMessage> {
    /** Smaller messages go as they are: compressing them costs time and saves nothing. */
    private static final int COMPRESSED_BYTES_MIN = 512;

    private static final int ENVELOPE_BYTES = 64;
    private static final int REPLY_DOCUMENT_BYTES_MAX = Limits.DOCUMENT_BYTES_MAX + Limits.DOCUMENT_ENVELOPE_BYTES;

    private final LongConsumer sentBytes;

    /**
     * An encoder for any number of connections.
     *
     * @param sentBytes told of the size of every message, on the event loop that writes it
     */
    public MessageEncoder(LongConsumer sentBytes) {
        super(ReplyMessage.class);
        this.sentBytes = sentBytes;
    }

    @Override
    protected ByteBuf allocateBuffer(ChannelHandlerContext context, ReplyMessage message, boolean preferDirect) {
        CommandReply reply = message.reply();
        int bytes = ENVELOPE_BYTES + DocumentWriter.estimate(reply.body()) + DocumentWriter.estimate(reply.trailer());
        return preferDirect ? context.alloc().ioBuffer(bytes) : context.alloc().heapBuffer(bytes);
    }

    @Override
    protected void encode(ChannelHandlerContext context, ReplyMessage message, ByteBuf out) throws IOException {
        write(message, out);
        if (message.compressor() != null && out.readableBytes() >= COMPRESSED_BYTES_MIN) {
            compress(message.compressor(), out);
        }
        sentBytes.accept(out.readableBytes());
    }

    private static void write(ReplyMessage message, ByteBuf out) {
        int start = out.writerIndex();
        out.writeIntLE(0);
        out.writeIntLE(message.requestId());
        out.writeIntLE(message.responseTo());
        if (message.legacy()) {
            out.writeIntLE(WireFormat.OP_REPLY);
            out.writeIntLE(WireFormat.AWAIT_CAPABLE);
            out.writeLongLE(0); // no cursor
            out.writeIntLE(0); // position of the first document
            out.writeIntLE(1); // number of documents
        } else {
            out.writeIntLE(WireFormat.OP_MSG);
            out.writeIntLE(message.moreToCome() ? WireFormat.MORE_TO_COME : 0);
            out.writeByte(WireFormat.KIND_BODY);
        }
        CommandReply reply = message.reply();
        int documentStart = out.writerIndex();
        int documentBytes = new DocumentWriter(out).write(reply.body(), reply.trailer());
        if (documentBytes > REPLY_DOCUMENT_BYTES_MAX) {
            out.writerIndex(documentStart);
            new DocumentWriter(out).write(tooLarge(documentBytes), new BsonDocument());
        }
        out.setIntLE(start, out.writerIndex() - start);
    }

    private static BsonDocument tooLarge(int bytes) {
        return ErrorReplies.of(new CommandException(
                ErrorCode.BSON_OBJECT_TOO_LARGE,
                "BSONObj size: " + bytes + " (0x" + Integer.toHexString(bytes)
                        + ") is invalid. Size must be between 0 and " + REPLY_DOCUMENT_BYTES_MAX + "(16MB)"));
    }

    private static void compress(Compressor compressor, ByteBuf out) throws IOException {
        int requestId = out.getIntLE(4);
        int responseTo = out.getIntLE(8);
        int opCode = out.getIntLE(12);
        byte[] plain = new byte[out.readableBytes() - WireFormat.HEADER_BYTES];
        out.getBytes(WireFormat.HEADER_BYTES, plain);
        byte[] compressed = compressor.compress(plain);
        out.clear();
        out.writeIntLE(WireFormat.HEADER_BYTES + 9 + compressed.length);
        out.writeIntLE(requestId);
        out.writeIntLE(responseTo);
        out.writeIntLE(WireFormat.OP_COMPRESSED);
        out.writeIntLE(opCode);
        out.writeIntLE(plain.length);
        out.writeByte(compressor.id());
        out.writeBytes(compressed);
    }
}
