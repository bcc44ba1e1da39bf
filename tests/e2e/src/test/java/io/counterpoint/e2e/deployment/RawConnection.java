package io.counterpoint.e2e.deployment;

import com.mongodb.ConnectionString;
import com.mongodb.ServerAddress;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** A bare socket to a server, for messages that no driver sends. One thread. */
public final class RawConnection implements AutoCloseable {
    /** OP_MSG flag: a checksum follows the sections. */
    public static final int CHECKSUM_PRESENT = 1;

    /** OP_MSG flag: no reply is wanted, or more replies follow. */
    public static final int MORE_TO_COME = 2;

    /** OP_MSG flag: the client takes a stream of replies. */
    public static final int EXHAUST_ALLOWED = 1 << 16;

    private static final int OP_REPLY = 1;
    private static final int OP_QUERY = 2004;
    private static final int OP_MSG = 2013;
    private static final int HEADER_BYTES = 16;
    private static final int READ_MILLIS = 20_000;

    private final Socket socket;
    private final DataInputStream input;
    private int requestId;

    private RawConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.input = new DataInputStream(socket.getInputStream());
    }

    /** Connects to the first host of a connection string. */
    public static RawConnection to(String uri) {
        ServerAddress address =
                new ServerAddress(new ConnectionString(uri).getHosts().get(0));
        try {
            Socket socket = new Socket(address.getHost(), address.getPort());
            socket.setSoTimeout(READ_MILLIS);
            return new RawConnection(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One reply: its flags and its document. */
    public record Reply(int flags, BsonDocument body) {}

    /** Sends bytes as they are. */
    public void send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a command and waits for the answer. */
    public BsonDocument command(BsonDocument body) {
        send(message(0, body));
        return receive().body();
    }

    /** An OP_MSG with a body. */
    public byte[] message(int flags, BsonDocument body) {
        return message(flags, body, "", List.of());
    }

    /**
     * An OP_MSG with a body and a document sequence; with a right checksum if the flags say so.
     *
     * @param sequence name of the sequence, empty for none
     */
    public byte[] message(int flags, BsonDocument body, String sequence, List<BsonDocument> documents) {
        BasicOutputBuffer payload = new BasicOutputBuffer();
        payload.writeInt32(flags);
        payload.writeByte(0);
        payload.writeBytes(encode(body));
        if (!sequence.isEmpty()) {
            payload.writeByte(1);
            BasicOutputBuffer inside = new BasicOutputBuffer();
            inside.writeCString(sequence);
            documents.forEach(document -> inside.writeBytes(encode(document)));
            payload.writeInt32(4 + inside.size());
            payload.writeBytes(inside.toByteArray());
        }
        boolean checksum = (flags & CHECKSUM_PRESENT) != 0;
        byte[] message = framed(OP_MSG, payload.toByteArray(), checksum ? 4 : 0);
        if (checksum) {
            CRC32C crc = new CRC32C();
            crc.update(message, 0, message.length - 4);
            ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).putInt(message.length - 4, (int) crc.getValue());
        }
        return message;
    }

    /** An OP_QUERY, as old drivers open a connection with. */
    public byte[] legacyQuery(String collection, BsonDocument query) {
        BasicOutputBuffer payload = new BasicOutputBuffer();
        payload.writeInt32(0);
        payload.writeCString(collection);
        payload.writeInt32(0);
        payload.writeInt32(-1);
        payload.writeBytes(encode(query));
        return framed(OP_QUERY, payload.toByteArray(), 0);
    }

    /** Any payload under a header of the right length. */
    public byte[] framed(int opCode, byte[] payload, int room) {
        ByteBuffer message =
                ByteBuffer.allocate(HEADER_BYTES + payload.length + room).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(message.capacity()).putInt(++requestId).putInt(0).putInt(opCode);
        message.put(payload);
        return message.array();
    }

    /** Reads the next reply, OP_MSG or OP_REPLY. */
    public Reply receive() {
        try {
            byte[] header = input.readNBytes(HEADER_BYTES);
            if (header.length < HEADER_BYTES) {
                throw new IllegalStateException("the server closed the connection");
            }
            ByteBuffer head = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
            byte[] payload = input.readNBytes(head.getInt(0) - HEADER_BYTES);
            ByteBuffer rest = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
            int documentAt = head.getInt(12) == OP_REPLY ? 20 : 5;
            BsonDocument body = new BsonDocumentCodec()
                    .decode(
                            new BsonBinaryReader(
                                    rest.position(documentAt).slice().order(ByteOrder.LITTLE_ENDIAN)),
                            DecoderContext.builder().build());
            return new Reply(rest.getInt(0), body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the server ends the connection without another word. */
    public boolean closedByServer() {
        try {
            return input.read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    /** The bytes of a document. */
    public static byte[] encode(BsonDocument document) {
        BasicOutputBuffer bytes = new BasicOutputBuffer();
        try (BsonBinaryWriter writer = new BsonBinaryWriter(bytes)) {
            new BsonDocumentCodec()
                    .encode(writer, document, EncoderContext.builder().build());
        }
        return bytes.toByteArray();
    }

    /** The bytes of a text, for garbage that looks like another protocol. */
    public static byte[] text(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
