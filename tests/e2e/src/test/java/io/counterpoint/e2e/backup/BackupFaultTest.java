package io.counterpoint.e2e.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Indexes;
import io.counterpoint.e2e.deployment.Clients;
import io.counterpoint.e2e.deployment.Cluster;
import io.counterpoint.e2e.deployment.Seed;
import io.counterpoint.e2e.deployment.ServerProcess;
import io.counterpoint.e2e.deployment.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Backups of a shard alone, and everything that can go wrong with one. */
final class BackupFaultTest {
    private static final int DOCUMENTS = 400;
    private static final int DOCUMENT_BYTES = 10_000;
    private static final int KILL_ROUNDS = Integer.getInteger("e2e.kill.rounds", 3);
    private static final int KILL_MILLIS_MAX = 1_500;
    private static final Pattern FETCHED = Pattern.compile("fetched ([0-9,]+) files with ([0-9,]+) bytes");

    private final Random random = Seed.random(BackupFaultTest.class);
    private final Cluster shard = Cluster.shard("alone");
    private Path backups = Path.of("");

    @BeforeEach
    void start() {
        shard.start();
        backups = shard.scratch().resolve("backups");
        try (MongoClient client = shard.connect()) {
            client.getDatabase("shop").runCommand(new Document("create", "orders").append("autoincrement", "id"));
            orders(client).createIndex(Indexes.ascending("i"));
        }
        insert(0);
    }

    @AfterEach
    void stop() {
        shard.close();
    }

    private static MongoCollection<Document> orders(MongoClient client) {
        return client.getDatabase("shop").getCollection("orders");
    }

    private void insert(int from) {
        try (MongoClient client = shard.connect()) {
            List<Document> documents = new ArrayList<>();
            for (int i = from; i < from + DOCUMENTS; i++) {
                // Bytes that no compression makes smaller.
                byte[] bytes = new byte[DOCUMENT_BYTES];
                random.nextBytes(bytes);
                documents.add(new Document("i", i).append("bytes", new Binary(bytes)));
            }
            orders(client).insertMany(documents);
        }
    }

    private String take() {
        return Backups.take(shard.scratch(), shard.uri(), backups);
    }

    private String refusedBackup(Path out) {
        return Backups.refused(shard.scratch(), "backup", "--uri", shard.uri(), "--out", out.toString());
    }

    private String refusedRestore(Path from, Path data) {
        return Backups.refused(shard.scratch(), "restore", from.toString(), "--data", data.toString());
    }

    /** A backup that was begun some time ago, and may have ended. */
    private ServerProcess begunBackup() throws InterruptedException {
        ServerProcess backup =
                ServerProcess.command(shard.scratch(), "backup", "--uri", shard.uri(), "--out", backups.toString());
        TimeUnit.MILLISECONDS.sleep(random.nextInt(KILL_MILLIS_MAX));
        return backup;
    }

    /** Restores the newest backup and demands so many documents, numbers and indexes in order. */
    private void assertRestores(int documents) {
        try (Cluster restored = Cluster.shard("alone")) {
            Backups.succeeds(
                    restored.scratch(),
                    "restore",
                    backups.toString(),
                    "--data",
                    restored.data().toString());
            restored.start();
            try (MongoClient client = restored.connect()) {
                assertThat(orders(client).countDocuments()).isEqualTo(documents);
                assertThat(client.getDatabase("shop")
                                .runCommand(new Document("validate", "orders"))
                                .getBoolean("valid"))
                        .isTrue();
                Document next = new Document();
                orders(client).insertOne(next);
                assertThat(orders(client).find(next).first()).containsEntry("id", documents + 1);
            }
        }
    }

    private static long fetchedBytes(String said) {
        Matcher fetched = FETCHED.matcher(said);
        assertThat(fetched.find()).as(said).isTrue();
        return Long.parseLong(fetched.group(2).replace(",", ""));
    }

    @Test
    void onlyWhatChangedIsFetchedAgain() {
        long whole = fetchedBytes(take());
        assertThat(whole).isGreaterThan((long) DOCUMENTS * DOCUMENT_BYTES);
        try (MongoClient client = shard.connect()) {
            orders(client).insertOne(new Document("i", DOCUMENTS));
        }
        assertThat(fetchedBytes(take())).isLessThan(whole / 10);
        assertThat(Backups.manifests(backups)).hasSize(2);
        assertRestores(DOCUMENTS + 1);
        // Nothing of a checkpoint is left on the shard.
        assertThat(Backups.files(shard.data().resolve("checkpoints"))).isEmpty();
    }

    @Test
    void oldBackupsGoWhenOnlySomeAreKept() {
        take();
        insert(DOCUMENTS);
        take();
        Backups.succeeds(shard.scratch(), "backup", "--uri", shard.uri(), "--out", backups.toString(), "--keep", "1");
        assertThat(Backups.manifests(backups)).hasSize(1);
        assertRestores(2 * DOCUMENTS);
    }

    @Test
    void aKilledBackupLeavesTheOneBefore() throws InterruptedException {
        take();
        for (int round = 1; round <= KILL_ROUNDS; round++) {
            insert(round * DOCUMENTS);
            int before = Backups.manifests(backups).size();
            try (ServerProcess backup = begunBackup()) {
                backup.kill();
            }
            boolean complete = Backups.manifests(backups).size() > before;
            assertRestores((complete ? round + 1 : round) * DOCUMENTS);
            take();
            assertThat(Backups.files(backups.resolve("incoming"))).isEmpty();
        }
        assertRestores((KILL_ROUNDS + 1) * DOCUMENTS);
    }

    @Test
    void aShardThatDiesMeanwhileLeavesTheOneBefore() throws InterruptedException {
        take();
        for (int round = 1; round <= KILL_ROUNDS; round++) {
            insert(round * DOCUMENTS);
            int before = Backups.manifests(backups).size();
            try (ServerProcess backup = begunBackup()) {
                shard.kill();
                int status = backup.awaitExit();
                boolean complete = Backups.manifests(backups).size() > before;
                assertThat(status).as(backup.printed()).isEqualTo(complete ? 0 : 1);
                assertRestores((complete ? round + 1 : round) * DOCUMENTS);
            }
            shard.start();
            // What was lent, or half made, went with the process.
            assertThat(Backups.files(shard.data().resolve("checkpoints"))).isEmpty();
            take();
        }
        assertRestores((KILL_ROUNDS + 1) * DOCUMENTS);
    }

    @Test
    void aKilledRestoreLeavesNoTarget() throws InterruptedException {
        take();
        for (int round = 0; round < KILL_ROUNDS; round++) {
            Path target = shard.scratch().resolve("target" + round);
            String[] arguments = {"restore", backups.toString(), "--data", target.toString()};
            try (ServerProcess restore = ServerProcess.command(shard.scratch(), arguments)) {
                TimeUnit.MILLISECONDS.sleep(random.nextInt(KILL_MILLIS_MAX));
                restore.kill();
            }
            if (!Files.exists(target)) {
                Backups.succeeds(shard.scratch(), arguments);
            }
            assertThat(target.resolve("shard.properties")).exists();
            assertThat(Backups.refused(shard.scratch(), arguments)).contains("is not empty");
        }
    }

    @Test
    void aDamagedBackupIsNotRestored() {
        take();
        Path object = largest(backups.resolve("objects"));
        Backups.flip(object);
        Path target = shard.scratch().resolve("target");
        assertThat(refusedRestore(backups, target))
                .contains(object.getFileName().toString())
                .contains(".sst")
                .contains("is damaged");
        assertThat(target).doesNotExist();
        Path manifest = Backups.manifests(backups).get(0);
        Backups.flip(manifest);
        assertThat(refusedRestore(backups, target))
                .contains(manifest.getFileName().toString())
                .contains("is damaged");
    }

    private static Path largest(Path folder) {
        return Backups.files(folder).stream()
                .max(Comparator.comparingLong(file -> file.toFile().length()))
                .orElseThrow();
    }

    /** The largest table of the shard's store. */
    private Path table() {
        try (MongoClient client = shard.connect()) {
            client.getDatabase("admin").runCommand(new Document("fsync", 1));
        }
        return largest(shard.data().resolve("store"));
    }

    @Test
    void aDamagedTableEndsTheBackupAndTheShard() {
        take();
        insert(DOCUMENTS);
        List<Path> before = Backups.files(backups.resolve("objects"));
        Path table = table();
        Backups.flip(table);
        String said = refusedBackup(backups);
        assertThat(said).contains(table.getFileName().toString());
        assertThat(shard.process().awaitExit()).isEqualTo(1);
        assertThat(shard.process().errors()).contains(table.getFileName().toString());
        assertThat(Backups.files(backups.resolve("objects"))).containsAll(before);
        assertRestores(DOCUMENTS);
    }

    @Test
    void nothingIsAnsweredFromADamagedTable() {
        Path table = table();
        shard.stop();
        Backups.flip(table);
        try {
            shard.start();
        } catch (AssertionError notReady) {
            assertThat(notReady).hasMessageContaining(table.getFileName().toString());
            return;
        }
        try (MongoClient client = Clients.connect(shard.uri(), settings -> settings.retryReads(false))) {
            assertThatThrownBy(() -> orders(client).find().into(new ArrayList<>()))
                    .isInstanceOf(MongoException.class)
                    .hasMessageContaining(table.getFileName().toString());
        }
        assertThat(shard.process().awaitExit()).isEqualTo(1);
        assertThat(shard.process().errors()).contains(table.getFileName().toString());
    }

    @Test
    void aFullDiskEndsTheBackupWithTheReason() throws IOException {
        take();
        Path small = shard.scratch().resolve("small");
        try (SmallDisk disk = SmallDisk.mount(small, 1)) {
            assertThat(refusedBackup(small)).contains("No space left on device").contains(small.toString());
            assertThat(Backups.manifests(small)).isEmpty();
            assertThat(Backups.files(small.resolve("incoming"))).isEmpty();
            disk.makeReadOnly();
            assertThat(refusedBackup(small)).contains("Read-only file system").contains(small.toString());
            assertThat(refusedRestore(backups, small.resolve("data"))).contains("Read-only file system");
        }
    }

    @Test
    void aFolderOfSomethingElseIsLeftAlone() throws IOException {
        Path other = shard.scratch().resolve("other");
        Files.createDirectories(other);
        Files.writeString(other.resolve("letter.txt"), "dear");
        assertThat(refusedBackup(other)).contains("holds something else");
        assertThat(refusedRestore(other, shard.scratch().resolve("target"))).contains(other.toString());
    }
}
