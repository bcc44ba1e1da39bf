package io.counterpoint.cli.probe;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/**
 * One connection that runs one command at a time: OP_MSG with a single body section, nothing negotiated. Enough to look
 * at a process, far from a driver. Blocks; one thread. Source:
 * https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/.
 */
public final class CommandClient implements AutoCloseable {
    private static final int OP_MSG = 2013;
    private static final int HEADER_BYTES = 16;
    /** Flag bits and the kind byte of the only section. */
    private static final int PREAMBLE_BYTES = 5;

    private static final int MESSAGE_BYTES_MAX = 48_000_000;
    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    private final Socket socket;
    private final DataInputStream input;
    private int lastRequestId;

    private CommandClient(Socket socket) throws IOException {
        this.socket = socket;
        this.input = new DataInputStream(socket.getInputStream());
    }

    /**
     * Opens a connection.
     *
     * @param timeoutMillis for the connection, and for each reply
     * @throws IOException when nobody listens there
     */
    public static CommandClient connect(Address address, int timeoutMillis) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(timeoutMillis);
            socket.connect(new InetSocketAddress(address.host(), address.port()), timeoutMillis);
            return new CommandClient(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * Runs a command and waits for its reply, which may be a refusal.
     *
     * @throws IOException when the connection fails, the reply is none, or the time is up; the client is of no use
     *     after that
     */
    public BsonDocument run(String database, BsonDocument command) throws IOException {
        int requestId = ++lastRequestId;
        socket.getOutputStream().write(encode(requestId, command.clone().append("$db", new BsonString(database))));
        return receive(requestId);
    }

    private static byte[] encode(int requestId, BsonDocument command) {
        try (BasicOutputBuffer out = new BasicOutputBuffer();
                BsonBinaryWriter writer = new BsonBinaryWriter(out)) {
            out.writeInt32(0);
            out.writeInt32(requestId);
            out.writeInt32(0);
            out.writeInt32(OP_MSG);
            out.writeInt32(0);
            out.writeByte(0);
            CODEC.encode(writer, command, EncoderContext.builder().build());
            out.writeInt32(0, out.getSize());
            return out.toByteArray();
        }
    }

    private BsonDocument receive(int requestId) throws IOException {
        byte[] header = new byte[HEADER_BYTES];
        input.readFully(header);
        ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
        int length = fields.getInt(0);
        if (fields.getInt(8) != requestId
                || fields.getInt(12) != OP_MSG
                || length < HEADER_BYTES + PREAMBLE_BYTES
                || length > MESSAGE_BYTES_MAX) {
            throw new IOException("the answer is not a reply of the MongoDB wire protocol");
        }
        byte[] message = new byte[length - HEADER_BYTES];
        input.readFully(message);
        ByteBuffer document = ByteBuffer.wrap(message, PREAMBLE_BYTES, message.length - PREAMBLE_BYTES)
                .slice()
                .order(ByteOrder.LITTLE_ENDIAN);
        try (BsonBinaryReader reader = new BsonBinaryReader(document)) {
            return CODEC.decode(reader, DecoderContext.builder().build());
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // The reply is already read: a connection that fails to close has nothing left to lose.
        }
    }
}
