package io.counterpoint.router.ddl;

import io.counterpoint.base.Environment;
import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.router.catalog.ConfigDatabase;
import io.counterpoint.router.rpc.ShardReplies;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.types.ObjectId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rows of {@code config.ddlOperations}: at most one change at a time has a row for a target.
 *
 * <p>A router holds a row by a lease of {@value #LEASE_MILLIS} ms, which it renews while it works. The clocks of
 * routers must agree to a few seconds: one that is far ahead takes changes away from routers that are alive, which then
 * find their token gone and stop.
 */
final class DdlLocks {
    private static final Logger LOG = LoggerFactory.getLogger(DdlLocks.class);

    static final String COLLECTION = "ddlOperations";
    static final long LEASE_MILLIS = 10_000;

    private final ConfigDatabase config;
    private final Environment environment;
    private final String owner;
    private final ObjectId life;

    /**
     * Locks in the name of a router.
     *
     * @param owner its address
     */
    DdlLocks(ConfigDatabase config, Environment environment, String owner) {
        this.config = config;
        this.environment = environment;
        this.owner = owner;
        life = environment.objectIds().next();
    }

    /** The row of a target; empty when nothing is going on there. */
    CompletableFuture<Optional<DdlRow>> row(String target) {
        return config.get(COLLECTION, target).thenApply(found -> found.map(DdlRow::parse));
    }

    /** The row that holds what a row is part of: itself, or that of its first target. */
    CompletableFuture<Optional<DdlRow>> firstOf(DdlRow row) {
        if (row.lease() != null) {
            return CompletableFuture.completedFuture(Optional.of(row));
        }
        return row(row.first())
                .thenApply(found -> found.filter(first -> first.operation().equals(row.operation())));
    }

    /** Rows of first targets: all changes that are under way or were left. */
    CompletableFuture<List<DdlRow>> all() {
        return config.find(COLLECTION, new BsonDocument())
                .thenApply(rows -> rows.stream()
                        .map(DdlRow::parse)
                        .filter(row -> row.lease() != null)
                        .toList());
    }

    /** Rows of the collections of a database. */
    CompletableFuture<List<DdlRow>> within(String database) {
        BsonDocument filter = new BsonDocument("_id", new BsonRegularExpression("^" + Pattern.quote(database + ".")));
        return config.find(COLLECTION, filter)
                .thenApply(rows -> rows.stream().map(DdlRow::parse).toList());
    }

    /**
     * Tries to take the lock of some targets.
     *
     * @param targets sorted, none twice: everybody takes them in this order
     * @return empty when one of them is taken; nothing is held then
     */
    CompletableFuture<Optional<DdlLock>> tryAcquire(String kind, List<String> targets) {
        ObjectId token = environment.objectIds().next();
        DdlRow first = DdlRow.first(
                targets.get(0), environment.objectIds().next(), kind, lease(token), targets.subList(1, targets.size()));
        return insert(first).thenCompose(inserted -> {
            if (!inserted) {
                return CompletableFuture.completedFuture(Optional.empty());
            }
            DdlLock lock = new DdlLock(first, token);
            scheduleRenewal(lock);
            return insertOthers(lock, first.others()).thenCompose(all -> {
                if (all) {
                    return CompletableFuture.completedFuture(Optional.of(lock));
                }
                return release(lock).thenApply(released -> Optional.empty());
            });
        });
    }

    private CompletableFuture<Boolean> insertOthers(DdlLock lock, List<String> others) {
        if (others.isEmpty()) {
            return CompletableFuture.completedFuture(true);
        }
        return insert(lock.row().other(others.get(0)))
                .thenCompose(inserted -> inserted
                        ? insertOthers(lock, others.subList(1, others.size()))
                        : CompletableFuture.completedFuture(false));
    }

    private CompletableFuture<Boolean> insert(DdlRow row) {
        return config.insert(COLLECTION, List.of(row.toBson())).handle((inserted, failure) -> {
            if (failure == null) {
                return true;
            }
            if (ShardReplies.isRefusal(failure, ErrorCode.DUPLICATE_KEY)) {
                return false;
            }
            throw rethrown(failure);
        });
    }

    private static RuntimeException rethrown(Throwable failure) {
        return failure instanceof RuntimeException exception ? exception : new CompletionException(failure);
    }

    /**
     * Whether a change was left by a router that is gone: its lease is over, or it belonged to an earlier life of this
     * very router.
     */
    boolean isAbandoned(DdlRow row) {
        DdlRow.Lease lease = row.lease();
        return lease != null
                && (lease.untilMillis() <= environment.clock().millis()
                        || (lease.owner().equals(owner) && !lease.life().equals(life)));
    }

    /** How long others have to keep their hands off a change; 0 when they need not. */
    long leaseLeftMillis(DdlRow row) {
        DdlRow.Lease lease = row.lease();
        return lease == null || isAbandoned(row)
                ? 0
                : Math.max(0, lease.untilMillis() - environment.clock().millis());
    }

    /** Takes up a change that was left; empty when another router was faster. */
    CompletableFuture<Optional<DdlLock>> takeUp(DdlRow abandoned) {
        DdlRow.Lease old = abandoned.lease();
        if (old == null) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        ObjectId token = environment.objectIds().next();
        BsonDocument fields = new BsonDocument();
        lease(token).appendTo(fields);
        return config.update(COLLECTION, held(abandoned.target(), old.token()), new BsonDocument("$set", fields), false)
                .thenApply(taken -> {
                    if (!taken) {
                        return Optional.empty();
                    }
                    DdlLock lock = new DdlLock(abandoned, token);
                    scheduleRenewal(lock);
                    return Optional.of(lock);
                });
    }

    /**
     * Makes the next phase durable.
     *
     * @return fails with LockTimeout (24) when the row was taken away: another router deals with the change
     */
    CompletableFuture<Void> advance(DdlLock lock, DdlPhase phase, BsonDocument fields) {
        BsonDocument set = new BsonDocument("phase", new BsonString(phase.word()));
        set.putAll(fields);
        return updateHeld(lock, set).thenAccept(held -> {
            if (!held) {
                throw new CommandException(
                        ErrorCode.LOCK_TIMEOUT,
                        "the change of " + lock.row().target() + " was taken over by another router");
            }
        });
    }

    /** Ends the change: its rows go, the first one last. */
    CompletableFuture<Void> release(DdlLock lock) {
        lock.stopRenewal();
        DdlRow row = lock.row();
        CompletableFuture<Integer> others = row.others().isEmpty()
                ? CompletableFuture.completedFuture(0)
                : config.delete(
                        COLLECTION,
                        new BsonDocument("operation", new BsonObjectId(row.operation()))
                                .append("first", new BsonString(row.target())));
        return others.thenCompose(deleted -> config.delete(COLLECTION, held(row.target(), lock.token())))
                .thenAccept(deleted -> {});
    }

    /** Leaves the change to whoever comes next, at once. */
    CompletableFuture<Void> abandon(DdlLock lock) {
        lock.stopRenewal();
        return updateHeld(lock, new BsonDocument("leaseUntil", new BsonDateTime(0)))
                .handle((done, failure) -> {
                    // If this cannot be written either, the lease runs out by itself.
                    return null;
                });
    }

    /** Removes the row of another target whose change is over: its router died between two deletes. */
    CompletableFuture<Void> deleteOrphan(DdlRow row) {
        return config.delete(
                        COLLECTION,
                        ConfigDatabase.byId(row.target()).append("operation", new BsonObjectId(row.operation())))
                .thenAccept(deleted -> {});
    }

    private CompletableFuture<Boolean> updateHeld(DdlLock lock, BsonDocument fields) {
        return config.update(
                COLLECTION, held(lock.row().target(), lock.token()), new BsonDocument("$set", fields), false);
    }

    private static BsonDocument held(String target, ObjectId token) {
        return ConfigDatabase.byId(target).append("token", new BsonObjectId(token));
    }

    private DdlRow.Lease lease(ObjectId token) {
        return new DdlRow.Lease(token, owner, life, environment.clock().millis() + LEASE_MILLIS);
    }

    private void scheduleRenewal(DdlLock lock) {
        lock.renewBy(environment.timers().schedule(LEASE_MILLIS / 3, () -> renew(lock)));
    }

    private void renew(DdlLock lock) {
        BsonDateTime until = new BsonDateTime(environment.clock().millis() + LEASE_MILLIS);
        CompletableFuture<Boolean> unused = updateHeld(lock, new BsonDocument("leaseUntil", until))
                .whenComplete((held, failure) -> {
                    if (failure != null || !held) {
                        LOG.warn(
                                "the lease of a change was not renewed: target={}",
                                lock.row().target());
                    }
                    if (!lock.isReleased()) {
                        scheduleRenewal(lock);
                    }
                });
    }
}
