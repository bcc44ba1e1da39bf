package io.counterpoint.router.write;

import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.router.rpc.ExpectedVersion;
import io.counterpoint.router.rpc.ForwardedBody;
import io.counterpoint.router.rpc.ShardRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;

/** Makes the commands that carry parts of a batch to shards. */
final class PartRequests {
    private static final String STAGE = "stage";
    private static final String STATEMENT_NUMBERS = "stmtIds";

    private PartRequests() {}

    /**
     * A part as an ordinary command.
     *
     * @param version null where shards are not to check
     */
    static ShardRequest of(WriteBatch batch, List<WriteStatement> part, @Nullable ExpectedVersion version) {
        return finish(batch, part, version, begin(batch, part));
    }

    /** A part that its shard runs but keeps aside. */
    static ShardRequest staged(
            WriteBatch batch, List<WriteStatement> part, @Nullable ExpectedVersion version, long stage) {
        return finish(batch, part, version, begin(batch, part).appendInt64(STAGE, stage));
    }

    /** A statement by which a shard shows whether it remembers it; see {@link RetryProbe}. */
    static ShardRequest probe(WriteBatch batch, WriteStatement statement, @Nullable ExpectedVersion version) {
        BsonOutput statementOut = new BsonOutput().appendDocument("q", RetryProbe.nothing());
        statement.document().forEach((field, value) -> {
            if (!field.equals("q") && !field.equals("upsert")) {
                statementOut.appendValue(field, value);
            }
        });
        List<WriteStatement> part = List.of(statement.withDocument(statementOut.finish()));
        BsonOutput body = begin(batch, part, Set.of("writeConcern"));
        return finish(batch, part, version, body.appendDocument("writeConcern", RetryProbe.unsynced()));
    }

    /** What becomes of a staged part. */
    static ShardRequest decision(long stage, int keep, long deadlineNanos) {
        RawDocument body = new BsonOutput()
                .appendInt64("_decideStage", stage)
                .appendInt32("keep", keep)
                .finish();
        return ShardRequest.of("admin", body, null, deadlineNanos);
    }

    private static BsonOutput begin(WriteBatch batch, List<WriteStatement> part) {
        return begin(batch, part, Set.of());
    }

    private static BsonOutput begin(WriteBatch batch, List<WriteStatement> part, Set<String> alsoLeftOut) {
        Set<String> leftOut = new HashSet<>(alsoLeftOut);
        leftOut.addAll(List.of(batch.kind().field(), STATEMENT_NUMBERS, STAGE));
        BsonOutput body = ForwardedBody.of(batch.body(), leftOut);
        if (batch.retryable()) {
            body.startArray(STATEMENT_NUMBERS);
            part.forEach(statement -> body.add(new BsonInt32(statement.index())));
            body.end();
        }
        return body;
    }

    private static ShardRequest finish(
            WriteBatch batch, List<WriteStatement> part, @Nullable ExpectedVersion version, BsonOutput body) {
        List<RawDocument> documents = new ArrayList<>(part.size());
        part.forEach(statement -> documents.add(statement.document()));
        return new ShardRequest(
                batch.namespace().database(),
                body.finish(),
                batch.kind().field(),
                documents,
                version,
                batch.deadlineNanos(),
                batch.interruption());
    }
}
