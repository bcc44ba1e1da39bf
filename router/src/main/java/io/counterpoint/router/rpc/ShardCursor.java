package io.counterpoint.router.rpc;

import io.counterpoint.base.check.Invariants;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.bson.raw.RawElements;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonInt64;

/**
 * A cursor on a shard as its last reply showed it. Immutable.
 *
 * @param shard name of the shard
 * @param id 0 when nothing follows the batch
 * @param namespace what {@code getMore} has to name, {@code database.collection}
 * @param batch the documents of the reply, views of its bytes
 */
public record ShardCursor(String shard, long id, String namespace, List<RawDocument> batch) {
    /**
     * Reads the {@code cursor} of a reply to {@code find}, {@code aggregate}, {@code getMore} and the list commands.
     *
     * @throws io.counterpoint.base.error.CommandException the refusal, if the reply is one
     */
    public static ShardCursor of(String shard, RawDocument reply) {
        RawDocument cursor = (RawDocument) ShardReplies.demandOk(reply).getDocument("cursor");
        byte[] bytes = cursor.array();
        long id = 0;
        String namespace = "";
        List<RawDocument> batch = List.of();
        for (int element = cursor.firstElement();
                !RawElements.isEnd(bytes, element);
                element = RawElements.next(bytes, element)) {
            if (RawElements.nameEquals(bytes, element, "id")) {
                id = RawElements.value(bytes, element).asNumber().longValue();
            } else if (RawElements.nameEquals(bytes, element, "ns")) {
                namespace = RawElements.string(bytes, RawElements.valueOffset(bytes, element));
            } else if (RawElements.nameEquals(bytes, element, "firstBatch")
                    || RawElements.nameEquals(bytes, element, "nextBatch")) {
                batch = documents(bytes, RawElements.valueOffset(bytes, element));
            }
        }
        return new ShardCursor(shard, id, namespace, batch);
    }

    private static List<RawDocument> documents(byte[] bytes, int array) {
        List<RawDocument> documents = new ArrayList<>();
        for (int element = RawElements.first(array);
                !RawElements.isEnd(bytes, element);
                element = RawElements.next(bytes, element)) {
            Invariants.check(RawElements.type(bytes, element) == RawElements.DOCUMENT, "a batch holds documents");
            documents.add(RawDocument.of(bytes, RawElements.valueOffset(bytes, element)));
        }
        return documents;
    }

    /** Whether the batch is the last one. */
    public boolean exhausted() {
        return id == 0;
    }

    /**
     * Asks for the next batch.
     *
     * @param batchSize most documents; 0 for as many as fit into a message
     * @param session the one that opened the cursor
     */
    public CompletableFuture<ShardCursor> more(
            Shards shards, int batchSize, ClientSession session, long deadlineNanos) {
        Invariants.check(!exhausted(), "a cursor that ended gives no more");
        int dot = namespace.indexOf('.');
        BsonOutput body =
                new BsonOutput().appendInt64("getMore", id).appendString("collection", namespace.substring(dot + 1));
        if (batchSize > 0) {
            body.appendInt32("batchSize", batchSize);
        }
        session.appendTo(body);
        return shards.send(shard, ShardRequest.of(namespace.substring(0, dot), body.finish(), null, deadlineNanos))
                .thenApply(reply -> of(shard, reply));
    }

    /** Ends the cursor on its shard; nobody waits for the answer, since an idle cursor ends by itself too. */
    public void kill(Shards shards) {
        if (exhausted()) {
            return;
        }
        int dot = namespace.indexOf('.');
        RawDocument body = new BsonOutput()
                .appendString("killCursors", namespace.substring(dot + 1))
                .startArray("cursors")
                .add(new BsonInt64(id))
                .end()
                .finish();
        CompletableFuture<RawDocument> unused = shards.send(shard, ShardRequest.of(namespace.substring(0, dot), body));
    }

    /** Reads a result to its end. */
    public CompletableFuture<List<RawDocument>> drain(Shards shards) {
        return exhausted() ? CompletableFuture.completedFuture(batch) : drainInto(shards, new ArrayList<>());
    }

    private CompletableFuture<List<RawDocument>> drainInto(Shards shards, List<RawDocument> documents) {
        documents.addAll(batch);
        return exhausted()
                ? CompletableFuture.completedFuture(documents)
                : more(shards, 0, ClientSession.NONE, Long.MAX_VALUE)
                        .thenCompose(next -> next.drainInto(shards, documents));
    }
}
