package io.counterpoint.e2e.backup;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.counterpoint.e2e.deployment.Cluster;
import io.counterpoint.e2e.deployment.Seed;
import io.counterpoint.e2e.deployment.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Backups are taken while clients of two routers write. What is restored is a state that the cluster was in at one
 * moment, see {@link MomentWorkload}; it goes on from there, numbers included.
 */
final class BackupUnderLoadTest {
    private static final int BACKUPS = Integer.getInteger("e2e.backup.rounds", 2);
    private static final int MILLIS_MAX = 1_500;

    private final Random random = Seed.random(BackupUnderLoadTest.class);

    @Test
    void everyBackupIsOneMoment() throws InterruptedException {
        List<Cluster> started = new ArrayList<>();
        try {
            List<Cluster> shards = new ArrayList<>();
            for (String name : List.of("shard1", "shard2")) {
                Cluster shard = Cluster.shard(name).start();
                started.add(shard);
                shards.add(shard);
            }
            Cluster first = Cluster.router(shards).start();
            started.add(first);
            Cluster second = Cluster.router(shards).start();
            started.add(second);
            Path backups = first.scratch().resolve("backups");
            MomentWorkload.Progress last = MomentWorkload.Progress.NOTHING;
            try (MomentWorkload workload = new MomentWorkload(List.of(first.uri(), second.uri()))) {
                workload.start();
                for (int round = 0; round < BACKUPS; round++) {
                    Thread.sleep(random.nextInt(MILLIS_MAX));
                    MomentWorkload.Progress before = workload.progress();
                    Cluster router = round % 2 == 0 ? first : second;
                    String said = Backups.take(router.scratch(), router.uri(), backups);
                    System.out.println("backup " + (round + 1) + " of " + BACKUPS + ": " + said.trim());
                    last = before;
                    restoreIntoFolders(backups, before, workload.progress());
                }
                workload.stop();
                assertThat(last.links())
                        .as("what was written before the last backup")
                        .isGreaterThan(20);
            }
            restoreIntoRunningCluster(backups, last);
        } finally {
            for (int i = started.size() - 1; i >= 0; i--) {
                started.get(i).close();
            }
        }
    }

    private static void restoreIntoFolders(
            Path backups, MomentWorkload.Progress before, MomentWorkload.Progress after) {
        try (Cluster restored = Cluster.up(2)) {
            ServerProcess restore = ServerProcess.command(
                    restored.scratch(),
                    "restore",
                    backups.toString(),
                    "--data",
                    restored.data().toString());
            assertThat(restore.awaitExit()).as(restore.printed()).isZero();
            restored.start();
            try (MongoClient client = restored.connect()) {
                MomentWorkload.check(client, before, after);
                MomentWorkload.checkNumbers(client);
            }
        }
    }

    private static void restoreIntoRunningCluster(Path backups, MomentWorkload.Progress before) {
        try (Cluster restored = Cluster.up(3).start()) {
            ServerProcess restore =
                    ServerProcess.command(restored.scratch(), "restore", backups.toString(), "--uri", restored.uri());
            assertThat(restore.awaitExit()).as(restore.printed()).isZero();
            try (MongoClient client = restored.connect()) {
                MomentWorkload.check(client, before, MomentWorkload.Progress.EVERYTHING);
                MomentWorkload.checkNumbers(client);
            }
        }
    }
}
