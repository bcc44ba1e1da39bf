package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.shard.checkpoint.CheckpointTable;
import io.counterpoint.shard.checkpoint.CheckpointTable.Checkpoint;
import io.counterpoint.shard.checkpoint.WriteHolds.Standstill;
import io.counterpoint.shard.storage.CheckpointFolder.CheckpointFile;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.types.ObjectId;

/**
 * {@code checkpoint} and what gives checkpoints out, for a shard alone; for routers the steps of which a checkpoint of
 * the whole cluster is made: write out, hold the writes, make it, let them go.
 */
final class CheckpointCommands {
    /** How long a shard's own checkpoint may keep writes waiting, in milliseconds. */
    private static final long HOLD_MILLIS_MAX = 30_000;

    private static final int PIECE_BYTES_MAX = 8 << 20;

    private final ShardAccess shard;

    private CheckpointCommands(ShardAccess shard) {
        this.shard = shard;
    }

    static List<CommandEntry> entries(ShardAccess shard) {
        CheckpointCommands commands = new CheckpointCommands(shard);
        return List.of(
                CommandEntry.command("checkpoint", "Makes a copy of all data as of one moment, beside the data.")
                        .fields("expireAfterSeconds")
                        .abilities(Ability.WRITES, Ability.ADMIN_ONLY)
                        .handledBy(commands::checkpoint),
                CommandEntry.command("listCheckpoints", "Lists the checkpoints that there are.")
                        .abilities(Ability.READS, Ability.ADMIN_ONLY)
                        .handledBy(commands::list),
                CommandEntry.command("dropCheckpoint", "Removes a checkpoint.")
                        .abilities(Ability.WRITES, Ability.ADMIN_ONLY)
                        .handledBy(commands::drop),
                CommandEntry.command("checkpointFiles", "Lists the files of a checkpoint.")
                        .fields("shard")
                        .abilities(Ability.READS, Ability.ADMIN_ONLY)
                        .handledBy(commands::files),
                CommandEntry.command("readCheckpoint", "Reads a piece of a file of a checkpoint.")
                        .fields("shard", "file", "offset", "bytes")
                        .abilities(Ability.READS, Ability.ADMIN_ONLY)
                        .handledBy(commands::read),
                routerEntry("_flush", "Writes out what is in memory.").handledBy(commands::flush),
                routerEntry("_holdWrites", "Stops the write loop.")
                        .fields("millisMax", "gateMillis")
                        .handledBy(commands::hold),
                routerEntry("_makeCheckpoint", "Makes a checkpoint while the write loop is held.")
                        .fields("expireAfterSeconds")
                        .handledBy(commands::make),
                routerEntry("_releaseWrites", "Lets the write loop go on.")
                        .fields("keepGate")
                        .handledBy(commands::release));
    }

    private static CommandEntry.Builder routerEntry(String name, String help) {
        return CommandEntry.command(name, help).abilities(Ability.WRITES, Ability.ADMIN_ONLY, Ability.ROUTER_DOOR_ONLY);
    }

    private CompletableFuture<BsonDocument> checkpoint(CommandRequest request) {
        long lentMillis = lentMillis(request);
        ObjectId id = shard.environment().objectIds().next();
        String holder = id.toHexString();
        return blocking(() -> {
                    shard.store().flush();
                    return holder;
                })
                .thenCompose(flushed -> shard.holds().hold(holder, HOLD_MILLIS_MAX))
                .thenCompose(still -> blocking(() -> reply(shard.checkpoints().make(id, lentMillis), still)))
                .whenComplete((reply, failure) -> {
                    boolean held = shard.holds().release(holder);
                    if (failure == null && !held) {
                        boolean unused = shard.checkpoints().drop(id);
                        throw outOfTime();
                    }
                });
    }

    private static ObjectId id(CommandRequest request) {
        if (!(request.argument() instanceof BsonObjectId id)) {
            throw new CommandException(ErrorCode.TYPE_MISMATCH, request.name() + " must be an ObjectId");
        }
        return id.getValue();
    }

    private static CommandException outOfTime() {
        return new CommandException(ErrorCode.LOCK_BUSY, "writes could not be held for as long as the checkpoint took");
    }

    private BsonDocument reply(Checkpoint checkpoint, Standstill still) {
        return new BsonDocument("checkpoint", new BsonObjectId(checkpoint.id()))
                .append("time", new BsonDateTime(shard.environment().clock().millis()))
                .append(
                        "shards",
                        new BsonArray(
                                List.of(describe(checkpoint).append("prepared", new BsonInt32(still.prepared())))));
    }

    private BsonDocument describe(Checkpoint checkpoint) {
        long bytes = 0;
        List<CheckpointFile> files = shard.checkpoints().files(checkpoint.id());
        for (CheckpointFile file : files) {
            bytes += file.bytes();
        }
        return new BsonDocument("shard", new BsonString(shard.name()))
                .append("folder", new BsonString(checkpoint.folder().toString()))
                .append("files", new BsonInt32(files.size()))
                .append("bytes", new BsonInt64(bytes));
    }

    private CompletableFuture<BsonDocument> list(CommandRequest request) {
        BsonArray checkpoints = new BsonArray();
        for (Checkpoint checkpoint : shard.checkpoints().list()) {
            checkpoints.add(new BsonDocument("checkpoint", new BsonObjectId(checkpoint.id()))
                    .append("expires", BsonBoolean.valueOf(checkpoint.lent()))
                    .append("shards", new BsonArray(List.of(describe(checkpoint)))));
        }
        return CompletableFuture.completedFuture(new BsonDocument("checkpoints", checkpoints));
    }

    private CompletableFuture<BsonDocument> drop(CommandRequest request) {
        ObjectId id = id(request);
        return blocking(() -> {
            if (!shard.checkpoints().drop(id)) {
                throw CheckpointTable.unknown(id);
            }
            return new BsonDocument();
        });
    }

    private CompletableFuture<BsonDocument> files(CommandRequest request) {
        ObjectId id = id(request);
        checkShard(request);
        return blocking(() -> {
            BsonArray files = new BsonArray();
            for (CheckpointFile file : shard.checkpoints().files(id)) {
                BsonDocument described = new BsonDocument("file", new BsonString(file.path()))
                        .append("bytes", new BsonInt64(file.bytes()));
                String fingerprint = file.fingerprint();
                if (fingerprint != null) {
                    described.append("fingerprint", new BsonString(fingerprint));
                }
                files.add(described);
            }
            return new BsonDocument("shard", new BsonString(shard.name())).append("files", files);
        });
    }

    private CompletableFuture<BsonDocument> read(CommandRequest request) {
        ObjectId id = id(request);
        checkShard(request);
        Arguments arguments = Arguments.of(request);
        String file = arguments.requiredString("file");
        long offset = arguments.count("offset", 0);
        int bytes = (int) Math.min(arguments.count("bytes", PIECE_BYTES_MAX), PIECE_BYTES_MAX);
        return blocking(() -> {
            byte[] data = shard.checkpoints().read(id, file, offset, bytes);
            CRC32C sum = new CRC32C();
            sum.update(data, 0, data.length);
            return new BsonDocument("data", new BsonBinary(data)).append("crc32c", new BsonInt64(sum.getValue()));
        });
    }

    private void checkShard(CommandRequest request) {
        String name = Arguments.of(request).string("shard");
        if (name != null && !name.equals(shard.name())) {
            throw new CommandException(
                    ErrorCode.SHARD_NOT_FOUND, "Shard " + name + " not found: this is " + shard.name());
        }
    }

    private CompletableFuture<BsonDocument> flush(CommandRequest request) {
        return blocking(() -> {
            shard.store().flush();
            return new BsonDocument();
        });
    }

    private CompletableFuture<BsonDocument> hold(CommandRequest request) {
        String holder = id(request).toHexString();
        Arguments arguments = Arguments.of(request);
        long gateMillis = arguments.count("gateMillis", 0);
        if (gateMillis > 0) {
            shard.holds().closeGate(holder, gateMillis);
        }
        return shard.holds()
                .hold(holder, arguments.count("millisMax", HOLD_MILLIS_MAX))
                .thenApply(still -> new BsonDocument("staged", new BsonInt32(still.staged()))
                        .append("prepared", new BsonInt32(still.prepared())));
    }

    private CompletableFuture<BsonDocument> make(CommandRequest request) {
        ObjectId id = id(request);
        long lentMillis = lentMillis(request);
        if (!shard.holds().isHeldBy(id.toHexString())) {
            throw outOfTime();
        }
        return blocking(() -> describe(shard.checkpoints().make(id, lentMillis)));
    }

    private CompletableFuture<BsonDocument> release(CommandRequest request) {
        String holder = id(request).toHexString();
        if (!Arguments.of(request).bool("keepGate", false)) {
            shard.holds().openGate(holder);
        }
        return CompletableFuture.completedFuture(
                new BsonDocument("held", BsonBoolean.valueOf(shard.holds().release(holder))));
    }

    private static long lentMillis(CommandRequest request) {
        return TimeUnit.SECONDS.toMillis(Arguments.of(request).count("expireAfterSeconds", 0));
    }

    /** Runs what waits for the disk. */
    private <R> CompletableFuture<R> blocking(Supplier<R> work) {
        return CompletableFuture.supplyAsync(work, shard.environment().workers());
    }
}
