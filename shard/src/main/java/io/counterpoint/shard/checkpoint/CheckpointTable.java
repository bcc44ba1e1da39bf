package io.counterpoint.shard.checkpoint;

import io.counterpoint.base.Environment;
import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.time.Timers;
import io.counterpoint.shard.storage.CheckpointFolder;
import io.counterpoint.shard.storage.CheckpointFolder.CheckpointFile;
import io.counterpoint.shard.storage.StorageException;
import io.counterpoint.shard.storage.Store;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checkpoints of a shard. Some are kept until they are dropped, over restarts; others are lent for as long as
 * somebody keeps reading them. Any thread; methods block for the disk.
 */
public final class CheckpointTable implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CheckpointTable.class);

    /**
     * A checkpoint.
     *
     * @param id the same on all shards of a cluster
     * @param lent whether it goes when nobody reads it any more
     * @param folder where it is
     */
    public record Checkpoint(ObjectId id, boolean lent, Path folder) {}

    /** A checkpoint as this process knows it. */
    private final class Entry {
        private final Checkpoint checkpoint;
        private final long lentMillis;
        private final List<CheckpointFile> files;
        private final Set<String> verified = new HashSet<>();
        private long usedNanos;
        private Timers.@Nullable Cancellable end;

        Entry(Checkpoint checkpoint, long lentMillis, List<CheckpointFile> files) {
            this.checkpoint = checkpoint;
            this.lentMillis = lentMillis;
            this.files = files;
            this.usedNanos = environment.clock().nanos();
        }

        CheckpointFile file(String path) {
            return files.stream()
                    .filter(file -> file.path().equals(path))
                    .findFirst()
                    .orElseThrow(() -> new CommandException(
                            ErrorCode.KEY_NOT_FOUND, "checkpoint " + checkpoint.id + " has no file " + path));
        }
    }

    private final CheckpointFolder folder;
    private final Store store;
    private final Environment environment;
    private final Object lock = new Object();
    /** Guarded by the lock, as are its entries. */
    private final Map<ObjectId, Entry> entries = new TreeMap<>();

    private boolean closed;

    /**
     * Takes up the checkpoints that were kept and removes the others.
     *
     * @throws StorageException when the disk refuses
     */
    public CheckpointTable(CheckpointFolder folder, Store store, Environment environment) {
        this.folder = folder;
        this.store = store;
        this.environment = environment;
        for (String name : folder.tidy()) {
            if (ObjectId.isValid(name)) {
                ObjectId id = new ObjectId(name);
                entries.put(
                        id,
                        new Entry(new Checkpoint(id, false, folder.path(name, false)), 0, folder.files(name, false)));
            }
        }
    }

    /**
     * Makes a checkpoint of what is written at this moment.
     *
     * @param lentMillis how long after its last use it goes; 0 to keep it
     * @throws StorageException when the disk refuses
     */
    public Checkpoint make(ObjectId id, long lentMillis) {
        boolean lent = lentMillis > 0;
        String name = id.toHexString();
        folder.make(store, name, lent);
        Entry entry =
                new Entry(new Checkpoint(id, lent, folder.path(name, lent)), lentMillis, folder.files(name, lent));
        synchronized (lock) {
            entries.put(id, entry);
            if (lent && !closed) {
                watch(entry, lentMillis);
            }
        }
        return entry.checkpoint;
    }

    private void watch(Entry entry, long afterMillis) {
        entry.end = environment.timers().schedule(afterMillis, () -> look(entry));
    }

    private void look(Entry entry) {
        synchronized (lock) {
            long idleMillis = TimeUnit.NANOSECONDS.toMillis(environment.clock().nanos() - entry.usedNanos);
            if (closed || entries.get(entry.checkpoint.id) != entry) {
                return;
            }
            if (idleMillis < entry.lentMillis) {
                watch(entry, entry.lentMillis - idleMillis);
                return;
            }
        }
        environment.workers().execute(() -> {
            LOG.info("a checkpoint that nobody read any more is removed: id={}", entry.checkpoint.id);
            try {
                boolean unused = drop(entry.checkpoint.id);
            } catch (StorageException refused) {
                // It is removed at the next start.
                LOG.error("a checkpoint could not be removed", refused);
            }
        });
    }

    /** All checkpoints, the oldest first. */
    public List<Checkpoint> list() {
        synchronized (lock) {
            List<Checkpoint> all = new ArrayList<>();
            entries.values().forEach(entry -> all.add(entry.checkpoint));
            return all;
        }
    }

    /**
     * The files of a checkpoint.
     *
     * @throws CommandException KeyNotFound (211) when there is no such checkpoint (any more)
     */
    public List<CheckpointFile> files(ObjectId id) {
        return used(id).files;
    }

    /**
     * A piece of a file. Before the first piece of a table its blocks are compared with their checksums.
     *
     * @param path one of {@link #files}
     * @param bytesMax the piece is shorter only at the end of the file
     * @throws CommandException KeyNotFound (211) when there is no such checkpoint (any more), or no such file in it
     * @throws StorageException when the disk refuses or the file is damaged
     */
    public byte[] read(ObjectId id, String path, long offset, int bytesMax) {
        Entry entry = used(id);
        CheckpointFile file = entry.file(path);
        String name = id.toHexString();
        boolean known;
        synchronized (lock) {
            known = entry.verified.contains(path);
        }
        if (!known) {
            folder.verify(name, entry.checkpoint.lent, file);
            synchronized (lock) {
                entry.verified.add(path);
            }
        }
        return folder.read(name, entry.checkpoint.lent, file, offset, bytesMax);
    }

    /** KeyNotFound (211) for a checkpoint that is not there. */
    public static CommandException unknown(ObjectId id) {
        return new CommandException(ErrorCode.KEY_NOT_FOUND, "there is no checkpoint " + id + " (any more)");
    }

    private Entry used(ObjectId id) {
        synchronized (lock) {
            Entry entry = entries.get(id);
            if (entry == null) {
                throw unknown(id);
            }
            entry.usedNanos = environment.clock().nanos();
            return entry;
        }
    }

    /**
     * Removes a checkpoint.
     *
     * @return whether there was one
     * @throws StorageException when the disk refuses
     */
    public boolean drop(ObjectId id) {
        Entry entry;
        synchronized (lock) {
            entry = entries.remove(id);
        }
        if (entry == null) {
            return false;
        }
        callOff(entry);
        folder.delete(id.toHexString(), entry.checkpoint.lent);
        return true;
    }

    private static void callOff(Entry entry) {
        Timers.Cancellable end = entry.end;
        if (end != null) {
            end.cancel();
        }
    }

    /** Stops watching; what was lent is removed at the next start. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            entries.values().forEach(CheckpointTable::callOff);
        }
    }
}
