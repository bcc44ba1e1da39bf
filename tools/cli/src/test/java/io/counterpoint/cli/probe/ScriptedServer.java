package io.counterpoint.cli.probe;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/**
 * A server of the wire protocol that answers each command with what a function makes of it. One connection at a time.
 */
final class ScriptedServer implements AutoCloseable {
    private static final int HEADER_BYTES = 16;
    private static final int PREAMBLE_BYTES = 5;
    private static final int OP_MSG = 2013;

    private final ServerSocket listener;
    private final UnaryOperator<BsonDocument> script;

    private ScriptedServer(ServerSocket listener, UnaryOperator<BsonDocument> script) {
        this.listener = listener;
        this.script = script;
    }

    static ScriptedServer start(UnaryOperator<BsonDocument> script) throws IOException {
        ScriptedServer server = new ScriptedServer(new ServerSocket(0, 10, InetAddress.getLoopbackAddress()), script);
        Thread thread = new Thread(server::serve, "scripted server");
        thread.setDaemon(true);
        thread.start();
        return server;
    }

    Address address() {
        return new Address("127.0.0.1", listener.getLocalPort());
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    private void serve() {
        try {
            while (true) {
                try (Socket client = listener.accept()) {
                    answer(new DataInputStream(client.getInputStream()), client.getOutputStream());
                } catch (EOFException e) {
                    // The client has what it wanted; the next one is waited for.
                }
            }
        } catch (SocketException e) {
            // Closed: the test is over.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void answer(DataInputStream in, OutputStream out) throws IOException {
        while (true) {
            byte[] header = new byte[HEADER_BYTES];
            in.readFully(header);
            ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
            byte[] rest = new byte[fields.getInt(0) - HEADER_BYTES];
            in.readFully(rest);
            BsonDocument command = new RawBsonDocument(rest, PREAMBLE_BYTES, rest.length - PREAMBLE_BYTES);
            byte[] reply = new RawBsonDocument(script.apply(command), new BsonDocumentCodec())
                    .getByteBuffer()
                    .array();
            int length = HEADER_BYTES
                    + PREAMBLE_BYTES
                    + ByteBuffer.wrap(reply).order(ByteOrder.LITTLE_ENDIAN).getInt(0);
            ByteBuffer message = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
            message.putInt(length)
                    .putInt(1)
                    .putInt(fields.getInt(4))
                    .putInt(OP_MSG)
                    .putInt(0)
                    .put((byte) 0);
            message.put(reply, 0, message.remaining());
            out.write(message.array());
        }
    }
}
