package io.counterpoint.router.txn;

import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.router.rpc.ShardClient;
import io.counterpoint.router.rpc.ShardRequest;
import java.util.concurrent.CompletableFuture;

/** The way to a shard that notices statements of transactions; everything else passes as it is. */
final class ParticipantClient implements ShardClient {
    private final ShardClient plain;
    private final RouterTransactions transactions;

    ParticipantClient(ShardClient plain, RouterTransactions transactions) {
        this.plain = plain;
        this.transactions = transactions;
    }

    @Override
    public String shard() {
        return plain.shard();
    }

    @Override
    public CompletableFuture<RawDocument> send(ShardRequest request) {
        return request.body().find(RouterTransactions.AUTOCOMMIT) < 0
                ? plain.send(request)
                : transactions.statement(plain, request);
    }

    @Override
    public void close() {
        plain.close();
    }
}
