package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.aggregate.flow.CollectionReplacement;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.ViewDefinition;
import io.counterpoint.shard.collection.CollectionHandlers;
import io.counterpoint.shard.collection.InsertHandler;
import io.counterpoint.shard.collection.InsertWrite;
import io.counterpoint.shard.collection.WriteOutcome;
import io.counterpoint.shard.loop.Submission;
import io.counterpoint.shard.loop.WriteHandler;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import org.bson.BsonDocument;

/**
 * The target of {@code $out}: a collection under a temporary name, with the options and indexes of the one it will
 * replace, that is renamed over it at the end. Its counters start anew, as those of a collection that is dropped and
 * made again.
 */
final class OutCollection implements CollectionReplacement {
    private final ShardAccess shard;
    private final Namespace target;
    private final Namespace temporary;
    private final CollectionHandlers handlers;
    private final WriteHandler<InsertWrite, WriteOutcome> inserts;
    private boolean committed;

    OutCollection(ShardAccess shard, Namespace target, boolean bypassValidation) {
        this.shard = shard;
        this.target = target;
        this.handlers = new CollectionHandlers(shard.catalogWrites());
        this.inserts =
                ValidationBypass.around(bypassValidation, new InsertHandler(shard.writer(), shard.catalogWrites()));
        UUID uuid = shard.environment().random().nextUuid();
        this.temporary = new Namespace(target.database(), "tmp.agg_out." + uuid);
        CollectionDescription present = shard.catalog().get().find(target);
        if (present != null && present.isView()) {
            throw ViewDefinition.notACollection(target);
        }
        BsonDocument options = present == null ? new BsonDocument() : present.options();
        List<BsonDocument> indexes = present == null
                ? List.of()
                : present.indexes().stream()
                        .filter(index -> !index.isOnId() && !index.building())
                        .map(index -> index.toSpec())
                        .toList();
        wait(handlers::create, new CollectionHandlers.Create(temporary, uuid, options, indexes, true));
    }

    @Override
    public void add(List<BsonDocument> documents) {
        List<RawDocument> raw = documents.stream().map(this::withId).toList();
        WriteOutcome outcome = wait(inserts, new InsertWrite(temporary, null, raw, true, false, null, null));
        if (!outcome.failures().isEmpty()) {
            throw outcome.failures().get(0).error();
        }
    }

    private RawDocument withId(BsonDocument document) {
        if (document.containsKey("_id")) {
            return BsonBytes.raw(document);
        }
        return new BsonOutput()
                .appendObjectId("_id", shard.environment().objectIds().next())
                .appendFields(document)
                .finish();
    }

    @Override
    public void commit() {
        wait(handlers::rename, new CollectionHandlers.Rename(temporary, target, null, true));
        committed = true;
    }

    @Override
    public void close() {
        if (!committed) {
            committed = true;
            wait(handlers::drop, new CollectionHandlers.Drop(temporary, null));
        }
    }

    private <C, R> R wait(WriteHandler<C, R> handler, C command) {
        try {
            return shard.loop()
                    .submit(handler, command, Submission.durable(Runnable::run))
                    .join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof CommandException refused) {
                throw refused;
            }
            throw failed;
        }
    }
}
