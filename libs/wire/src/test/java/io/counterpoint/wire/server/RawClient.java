package io.counterpoint.wire.server;

import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.wire.codec.TestMessages;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bson.BsonDocument;

/** A client that is nothing but a socket: sends what a driver never would. */
final class RawClient implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 5_000;

    private final Socket socket = new Socket();
    private final DataInputStream input;

    /**
     * A reply.
     *
     * @param requestId the server's number
     * @param responseTo the number of what is answered
     * @param opCode 2013 or 1
     * @param flags of the message
     * @param document what it says
     */
    record Reply(int requestId, int responseTo, int opCode, int flags, BsonDocument document) {
        boolean moreToCome() {
            return (flags & 2) != 0;
        }
    }

    RawClient(InetSocketAddress server) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(server, TIMEOUT_MILLIS);
        input = new DataInputStream(socket.getInputStream());
    }

    void send(byte[]... messages) throws IOException {
        for (byte[] message : messages) {
            socket.getOutputStream().write(message);
        }
    }

    Reply receive() throws IOException {
        byte[] header = new byte[16];
        input.readFully(header);
        ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
        byte[] content = new byte[fields.getInt(0) - 16];
        input.readFully(content);
        int opCode = fields.getInt(12);
        int flags = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).getInt(0);
        BsonDocument document = RawDocument.of(content, opCode == 1 ? 20 : 5);
        return new Reply(fields.getInt(4), fields.getInt(8), opCode, flags, document);
    }

    Reply ask(String command) throws IOException {
        send(TestMessages.msg(1, 0, BsonDocument.parse(command)));
        return receive();
    }

    /** Whether the server has closed the connection, or does so within the time limit. */
    boolean isClosedByServer() throws IOException {
        try {
            return input.read() < 0;
        } catch (EOFException | SocketException reset) {
            return true;
        }
    }

    /** Bytes that can be read without waiting. */
    int available() throws IOException {
        return input.available();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
