package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * {@code fsync} and {@code fsyncUnlock}. A lock lasts until as many calls of {@code fsyncUnlock} as there were of
 * {@code fsync} with {@code lock}, or until the process ends. Source: the manual's "fsync", "fsyncUnlock".
 */
final class FsyncCommands {
    private final ShardAccess shard;
    /** The locks that are held, as holders of writes; guarded by itself. */
    private final Deque<String> locks = new ArrayDeque<>();

    private FsyncCommands(ShardAccess shard) {
        this.shard = shard;
    }

    static List<CommandEntry> entries(ShardAccess shard) {
        FsyncCommands commands = new FsyncCommands(shard);
        return List.of(
                CommandEntry.command("fsync", "Writes everything to the disk; may keep writes waiting after that.")
                        .fields("lock", "fsyncLockAcquisitionTimeoutMillis")
                        .abilities(Ability.WRITES, Ability.ADMIN_ONLY)
                        .handledBy(commands::fsync),
                CommandEntry.command("fsyncUnlock", "Lets writes go on that fsync keeps waiting.")
                        .abilities(Ability.WRITES, Ability.ADMIN_ONLY)
                        .handledBy(commands::unlock));
    }

    private CompletableFuture<BsonDocument> fsync(CommandRequest request) {
        Arguments arguments = Arguments.of(request);
        if (!arguments.bool("lock", false)) {
            return written().thenApply(done -> new BsonDocument("numFiles", new BsonInt32(1)));
        }
        // The loop stops as soon as what is running ends, so the time that a client allows for it is never used up.
        long unused = arguments.count("fsyncLockAcquisitionTimeoutMillis", 0);
        String holder = "fsync " + shard.environment().objectIds().next();
        synchronized (locks) {
            locks.push(holder);
        }
        return shard.holds()
                .hold(holder, 0)
                .thenCompose(still -> written())
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        giveUp(holder);
                    }
                })
                .thenApply(done -> new BsonDocument(
                                "info", new BsonString("now locked against writes, use db.fsyncUnlock() to unlock"))
                        .append("lockCount", new BsonInt64(count()))
                        .append("seeAlso", new BsonString("http://dochub.mongodb.org/core/fsynccommand")));
    }

    private void giveUp(String holder) {
        synchronized (locks) {
            locks.remove(holder);
        }
        boolean unused = shard.holds().release(holder);
    }

    private CompletableFuture<Boolean> written() {
        return CompletableFuture.supplyAsync(
                () -> {
                    shard.store().sync();
                    shard.store().flush();
                    return true;
                },
                shard.environment().workers());
    }

    private CompletableFuture<BsonDocument> unlock(CommandRequest request) {
        String holder;
        synchronized (locks) {
            holder = locks.poll();
        }
        if (holder == null) {
            throw new CommandException(ErrorCode.ILLEGAL_OPERATION, "fsyncUnlock called when not locked");
        }
        boolean unused = shard.holds().release(holder);
        return CompletableFuture.completedFuture(new BsonDocument("info", new BsonString("fsyncUnlock completed"))
                .append("lockCount", new BsonInt64(count())));
    }

    private int count() {
        synchronized (locks) {
            return locks.size();
        }
    }
}
