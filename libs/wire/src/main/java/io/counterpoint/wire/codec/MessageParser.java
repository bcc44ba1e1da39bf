package io.counterpoint.wire.codec;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.bson.raw.RawElements;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;

/**
 * Reads one whole message. A pure function of its bytes.
 *
 * <p>Two kinds of bad input: when the framing is broken (lengths, opcodes, flags, checksum) nothing that follows can be
 * trusted, hence {@link ProtocolException}; when the framing is right but a document in it is not BSON, the client can
 * be told, hence {@link RequestMessage#problem()}.
 */
final class MessageParser {
    private static final RawDocument EMPTY = RawDocument.of(new byte[] {5, 0, 0, 0, 0});
    private static final int COMPRESSED_HEADER_BYTES = WireFormat.HEADER_BYTES + 9;
    private static final String COMMAND_COLLECTION = ".$cmd";

    private final byte[] message;
    private final int wireBytes;
    private final @Nullable Compressor compressor;
    private int at = WireFormat.HEADER_BYTES;

    private MessageParser(byte[] message, int wireBytes, @Nullable Compressor compressor) {
        this.message = message;
        this.wireBytes = wireBytes;
        this.compressor = compressor;
    }

    /**
     * Parses a message.
     *
     * @param message header included, of exactly the length the header says; kept by the result
     */
    static RequestMessage parse(byte[] message) throws ProtocolException {
        if (opCode(message) == WireFormat.OP_COMPRESSED) {
            return parseCompressed(message);
        }
        return new MessageParser(message, message.length, null).parsePlain();
    }

    /** Bytes that a message takes when it has been unpacked, beside its own; 0 for one that is not compressed. */
    static long unpackedBytes(byte[] message) {
        boolean compressed = message.length >= COMPRESSED_HEADER_BYTES && opCode(message) == WireFormat.OP_COMPRESSED;
        return compressed ? Math.max(0, RawElements.int32(message, 20)) : 0;
    }

    /**
     * What is known of a message that was thrown away while it came.
     *
     * @param start its first bytes, the header and more
     * @param length what its header said
     */
    static RequestMessage refused(byte[] start, int length, CommandException problem) {
        boolean plain = opCode(start) == WireFormat.OP_MSG;
        boolean moreToCome =
                plain && (RawElements.int32(start, WireFormat.HEADER_BYTES) & WireFormat.MORE_TO_COME) != 0;
        return new RequestMessage(
                RawElements.int32(start, 4), length, null, EMPTY, Map.of(), moreToCome, false, null, 0, problem);
    }

    private static int opCode(byte[] message) {
        return RawElements.int32(message, 12);
    }

    private static RequestMessage parseCompressed(byte[] message) throws ProtocolException {
        if (message.length < COMPRESSED_HEADER_BYTES) {
            throw new ProtocolException("OP_COMPRESSED is too short");
        }
        int originalOpCode = RawElements.int32(message, 16);
        int plainBytes = RawElements.int32(message, 20);
        int compressorId = message[24] & 0xFF;
        if (originalOpCode == WireFormat.OP_COMPRESSED) {
            throw new ProtocolException("OP_COMPRESSED within OP_COMPRESSED");
        }
        if (plainBytes < 0 || plainBytes > Limits.MESSAGE_BYTES_MAX - WireFormat.HEADER_BYTES) {
            throw new ProtocolException("uncompressed size " + plainBytes + " is out of range");
        }
        Compressor compressor = Compressor.byId(compressorId);
        if (compressor == null) {
            throw new ProtocolException("unknown compressor " + compressorId);
        }
        byte[] plain = new byte[WireFormat.HEADER_BYTES + plainBytes];
        System.arraycopy(message, 0, plain, 0, WireFormat.HEADER_BYTES);
        putInt32(plain, 0, plain.length);
        putInt32(plain, 12, originalOpCode);
        int length = message.length - COMPRESSED_HEADER_BYTES;
        int done;
        try {
            done = compressor.decompress(message, COMPRESSED_HEADER_BYTES, length, plain, WireFormat.HEADER_BYTES);
        } catch (IOException | DataFormatException broken) {
            throw new ProtocolException("broken " + compressor.protocolName() + " data: " + broken.getMessage());
        }
        if (done != plainBytes) {
            throw new ProtocolException(
                    compressor.protocolName() + " data does not give the " + plainBytes + " bytes it announced");
        }
        return new MessageParser(plain, message.length, compressor).parsePlain();
    }

    private static void putInt32(byte[] bytes, int offset, int value) {
        for (int i = 0; i < 4; i++) {
            bytes[offset + i] = (byte) (value >>> (8 * i));
        }
    }

    private RequestMessage parsePlain() throws ProtocolException {
        int opCode = opCode(message);
        return switch (opCode) {
            case WireFormat.OP_MSG -> parseMsg();
            case WireFormat.OP_QUERY -> parseQuery();
            default -> throw new ProtocolException("unsupported opcode " + opCode);
        };
    }

    private int requestId() {
        return RawElements.int32(message, 4);
    }

    private RequestMessage parseMsg() throws ProtocolException {
        int flags = int32(message.length);
        int unknown = flags & WireFormat.REQUIRED_FLAGS & ~(WireFormat.CHECKSUM_PRESENT | WireFormat.MORE_TO_COME);
        if (unknown != 0) {
            throw new ProtocolException("unknown OP_MSG flags 0x" + Integer.toHexString(unknown));
        }
        int end = message.length;
        if ((flags & WireFormat.CHECKSUM_PRESENT) != 0) {
            end -= 4;
            checkChecksum(end);
        }
        RawDocument body = null;
        Map<String, List<RawDocument>> sequences = Map.of();
        CommandException problem = null;
        while (at < end) {
            int kind = message[at++];
            switch (kind) {
                case WireFormat.KIND_BODY -> {
                    if (body != null) {
                        throw new ProtocolException("more than one body in OP_MSG");
                    }
                    int start = at;
                    skipDocument(end);
                    body = RawDocument.of(message, start);
                    problem = firstOf(problem, invalid(start, at - start));
                }
                case WireFormat.KIND_SEQUENCE -> {
                    if (sequences.isEmpty()) {
                        sequences = new HashMap<>();
                    }
                    problem = firstOf(problem, parseSequence(end, sequences));
                }
                default -> throw new ProtocolException("unknown section kind " + kind + " in OP_MSG");
            }
        }
        if (body == null) {
            throw new ProtocolException("OP_MSG without a body");
        }
        return new RequestMessage(
                requestId(),
                wireBytes,
                null,
                problem == null ? body : EMPTY,
                problem == null ? sequences : Map.of(),
                (flags & WireFormat.MORE_TO_COME) != 0,
                (flags & WireFormat.EXHAUST_ALLOWED) != 0,
                compressor,
                0,
                problem);
    }

    private void checkChecksum(int end) throws ProtocolException {
        if (end < at) {
            throw new ProtocolException("OP_MSG is too short for its checksum");
        }
        CRC32C crc = new CRC32C();
        crc.update(message, 0, end);
        if ((int) crc.getValue() != RawElements.int32(message, end)) {
            throw new ProtocolException("OP_MSG checksum does not match the message");
        }
    }

    /** Reads a sequence; returns what is wrong with its documents, null when nothing is. */
    private @Nullable CommandException parseSequence(int limit, Map<String, List<RawDocument>> sequences)
            throws ProtocolException {
        int start = at;
        int size = int32(limit);
        if (size < 4 || size > limit - start) {
            throw new ProtocolException("section size " + size + " is out of range");
        }
        int end = start + size;
        String name = cstring(end);
        List<RawDocument> documents = new ArrayList<>();
        CommandException problem = null;
        while (at < end) {
            int documentStart = at;
            skipDocument(end);
            documents.add(RawDocument.of(message, documentStart));
            if (problem == null) {
                problem = invalid(documentStart, at - documentStart);
            }
        }
        if (sequences.put(name, documents) != null) {
            throw new ProtocolException("two sequences with one name in OP_MSG");
        }
        return problem;
    }

    private RequestMessage parseQuery() throws ProtocolException {
        int32(message.length); // flags, all of them about cursors
        String collection = cstring(message.length);
        int32(message.length); // number to skip
        int32(message.length); // number to return
        int start = at;
        skipDocument(message.length);
        CommandException problem = invalid(start, at - start);
        if (at < message.length) {
            int fields = at;
            skipDocument(message.length);
            problem = firstOf(problem, invalid(fields, at - fields));
        }
        if (at != message.length) {
            throw new ProtocolException("bytes behind the end of OP_QUERY");
        }
        boolean command = collection.endsWith(COMMAND_COLLECTION);
        RawDocument body = problem == null ? LegacyQueries.command(RawDocument.of(message, start)) : EMPTY;
        if (problem == null) {
            problem = command ? LegacyQueries.refusal(body) : LegacyQueries.refusalOfQuery();
        }
        String database =
                command ? collection.substring(0, collection.length() - COMMAND_COLLECTION.length()) : collection;
        return new RequestMessage(
                requestId(),
                wireBytes,
                database,
                problem == null ? body : EMPTY,
                Map.of(),
                false,
                false,
                compressor,
                0,
                problem);
    }

    private static @Nullable CommandException firstOf(
            @Nullable CommandException first, @Nullable CommandException second) {
        return first != null ? first : second;
    }

    /** What is wrong with the document in a range; null when nothing is. */
    private @Nullable CommandException invalid(int offset, int length) {
        try {
            BsonBytes.validate(message, offset, length, Limits.MESSAGE_NESTING_DEPTH_MAX);
            return null;
        } catch (CommandException invalid) {
            return invalid;
        }
    }

    private void skipDocument(int limit) throws ProtocolException {
        int length = limit - at < 5 ? -1 : RawElements.int32(message, at);
        if (length < 5 || length > limit - at) {
            throw new ProtocolException("a document does not fit into its section");
        }
        at += length;
    }

    private int int32(int limit) throws ProtocolException {
        if (limit - at < 4) {
            throw new ProtocolException("message ends within a number");
        }
        int value = RawElements.int32(message, at);
        at += 4;
        return value;
    }

    private String cstring(int limit) throws ProtocolException {
        int end = at;
        while (end < limit && message[end] != 0) {
            end++;
        }
        if (end == limit) {
            throw new ProtocolException("message ends within a name");
        }
        String text = new String(message, at, end - at, StandardCharsets.UTF_8);
        at = end + 1;
        return text;
    }
}
