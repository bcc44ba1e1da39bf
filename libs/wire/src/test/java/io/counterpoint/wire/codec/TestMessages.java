package io.counterpoint.wire.codec;

import io.counterpoint.bson.raw.BsonBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.bson.BsonDocument;

/** Makes messages as clients send them, byte by byte, without the code that is tested. */
public final class TestMessages {
    private TestMessages() {}

    /** An OP_MSG with a body only. */
    public static byte[] msg(int requestId, int flags, BsonDocument body) {
        return msg(requestId, flags, body, Map.of());
    }

    /** An OP_MSG; with flag 1 its checksum is appended. */
    public static byte[] msg(
            int requestId, int flags, BsonDocument body, Map<String, List<? extends BsonDocument>> sequences) {
        ByteArrayOutputStream sections = new ByteArrayOutputStream();
        sections.writeBytes(int32(flags));
        sequences.forEach((name, documents) -> sections.writeBytes(sequence(name, documents)));
        sections.write(0);
        sections.writeBytes(BsonBytes.encode(body));
        if ((flags & 1) == 0) {
            return message(requestId, 2013, sections.toByteArray());
        }
        sections.writeBytes(int32(0));
        byte[] message = message(requestId, 2013, sections.toByteArray());
        CRC32C crc = new CRC32C();
        crc.update(message, 0, message.length - 4);
        System.arraycopy(int32((int) crc.getValue()), 0, message, message.length - 4, 4);
        return message;
    }

    /** A section of documents. */
    static byte[] sequence(String name, List<? extends BsonDocument> documents) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.writeBytes(name.getBytes(StandardCharsets.UTF_8));
        content.write(0);
        documents.forEach(document -> content.writeBytes(BsonBytes.encode(document)));
        ByteArrayOutputStream section = new ByteArrayOutputStream();
        section.write(1);
        section.writeBytes(int32(content.size() + 4));
        section.writeBytes(content.toByteArray());
        return section.toByteArray();
    }

    /** An OP_QUERY. */
    public static byte[] query(int requestId, String collection, BsonDocument query) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.writeBytes(int32(4));
        content.writeBytes(collection.getBytes(StandardCharsets.UTF_8));
        content.write(0);
        content.writeBytes(int32(0));
        content.writeBytes(int32(-1));
        content.writeBytes(BsonBytes.encode(query));
        return message(requestId, 2004, content.toByteArray());
    }

    /** A message within OP_COMPRESSED. */
    static byte[] compressed(Compressor compressor, byte[] message) throws IOException {
        byte[] plain = Arrays.copyOfRange(message, 16, message.length);
        return compressed(message, compressor.id(), plain.length, compressor.compress(plain));
    }

    /** An OP_COMPRESSED of any content. */
    static byte[] compressed(byte[] original, int compressorId, int plainBytes, byte[] data) {
        ByteBuffer header = ByteBuffer.wrap(original).order(ByteOrder.LITTLE_ENDIAN);
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.writeBytes(int32(header.getInt(12)));
        content.writeBytes(int32(plainBytes));
        content.write(compressorId);
        content.writeBytes(data);
        return message(header.getInt(4), 2012, content.toByteArray());
    }

    /** A header and what follows it. */
    static byte[] message(int requestId, int opCode, byte[] content) {
        return ByteBuffer.allocate(16 + content.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(16 + content.length)
                .putInt(requestId)
                .putInt(0)
                .putInt(opCode)
                .put(content)
                .array();
    }

    static byte[] int32(int value) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array();
    }
}
