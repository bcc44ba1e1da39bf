package io.counterpoint.cli.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A stretch of network between a router and one shard that can be cut and slowed down: it listens on the loopback and
 * passes on what comes, both ways. A cut closes what is open and turns away what comes. Any thread.
 */
final class Link implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int CONNECT_MILLIS_MAX = 1_000;

    private final ServerSocket door;
    private final int targetPort;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;
    private volatile int delayMillis;

    private Link(ServerSocket door, int targetPort) {
        this.door = door;
        this.targetPort = targetPort;
    }

    /** @param targetPort where the shard listens, on the loopback */
    static Link to(int targetPort) throws IOException {
        Link link = new Link(new ServerSocket(0, 0, InetAddress.getLoopbackAddress()), targetPort);
        run("link", link::accept);
        return link;
    }

    /** Where the router connects. */
    int port() {
        return door.getLocalPort();
    }

    /** Closes what is open and lets nothing through until {@link #mend}. */
    void cut() {
        cut = true;
        open.forEach(Link::closeQuietly);
    }

    /** Holds back everything by so much from now on; 0 for nothing. */
    void delay(int millis) {
        delayMillis = millis;
    }

    void mend() {
        cut = false;
        delayMillis = 0;
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket near = door.accept();
                if (cut) {
                    closeQuietly(near);
                    continue;
                }
                Socket far = new Socket();
                try {
                    far.connect(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort), CONNECT_MILLIS_MAX);
                } catch (IOException e) {
                    // The shard is down: whoever asked sees a broken connection, as without a link.
                    closeQuietly(near);
                    closeQuietly(far);
                    continue;
                }
                near.setTcpNoDelay(true);
                far.setTcpNoDelay(true);
                open.add(near);
                open.add(far);
                if (cut) {
                    // The cut came while this connection was being made, and did not see it.
                    cut();
                }
                run("link out", () -> pass(near, far));
                run("link in", () -> pass(far, near));
            } catch (IOException e) {
                // The door was closed, or the machine has no sockets left; the loop's condition tells which.
            }
        }
    }

    private void pass(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            int count;
            while ((count = in.read(buffer)) >= 0) {
                if (delayMillis > 0) {
                    TimeUnit.MILLISECONDS.sleep(delayMillis);
                }
                out.write(buffer, 0, count);
            }
        } catch (IOException e) {
            // One end is gone, so the other one goes too.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    private static void run(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed then.
        }
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            // Nothing waits for it any more.
        }
        cut();
    }
}
