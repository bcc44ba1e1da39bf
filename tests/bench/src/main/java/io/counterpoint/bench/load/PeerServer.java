package io.counterpoint.bench.load;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * mongo-java-server with its memory backend, in a process of its own. Writes its address to a file and stops when its
 * standard input ends.
 */
final class PeerServer {
    /** By default the server reports a version that new drivers refuse. */
    private static final class NewEnough implements MongoVersion {
        private static final int WIRE_VERSION = 13;

        @Override
        public List<Integer> getVersionArray() {
            return List.of(5, 0, 0, 0);
        }

        @Override
        public int getWireVersion() {
            return WIRE_VERSION;
        }
    }

    private PeerServer() {}

    /**
     * Runs until standard input ends.
     *
     * @param arguments the file to write the address to, in the form of {@code --ready-file}
     */
    public static void main(String[] arguments) throws IOException {
        MemoryBackend backend = new MemoryBackend();
        backend.version(new NewEnough());
        MongoServer server = new MongoServer(backend);
        String uri = server.bindAndGetConnectionString();
        Path draft = Path.of(arguments[0] + ".part");
        Files.writeString(draft, "{\"shards\": [\"" + uri + "\"]}");
        Files.move(draft, Path.of(arguments[0]), StandardCopyOption.ATOMIC_MOVE);
        while (System.in.read() >= 0) {
            // Only the end of the input has a meaning.
        }
        server.shutdownNow();
    }
}
