package io.counterpoint.router.command;

import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.router.routing.QueryContexts;
import io.counterpoint.router.rpc.ForwardedBody;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.SharedFields;
import io.counterpoint.wire.view.ReadOnView;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/** {@code count}: the sum over the shards, less what skip and limit leave out of it. */
final class CountCommand {
    private final RouterAccess router;

    private CountCommand(RouterAccess router) {
        this.router = router;
    }

    static CommandEntry entry(RouterAccess router) {
        return CommandEntry.command("count", "Counts the documents that a filter selects.")
                .fields(SharedFields.COUNT)
                .abilities(Ability.READS, Ability.READ_CONCERN, Ability.EXPLAINABLE)
                .handledBy(new CountCommand(router)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        Namespace namespace = CommandNames.namespace(request);
        Arguments arguments = Arguments.of(request);
        BsonDocument query = arguments.documentOrEmpty("query");
        long limit = Math.abs(arguments.number("limit").orElse(0));
        long skip = arguments.count("skip", 0);
        if (CommandNames.isCounters(namespace)) {
            Filter filter = Filter.parse(query, QueryContexts.of(request, router.environment()));
            return router.counterRows()
                    .read(query)
                    .thenApply(rows ->
                            reply(cut(rows.stream().filter(filter::matches).count(), skip, limit)));
        }
        TargetedReads.Answers answers = new TargetedReads.Answers() {
            @Override
            public BsonDocument ofShards(List<RawDocument> replies, ValueOrder order) {
                return replies.size() == 1 ? replies.get(0) : reply(cut(sum(replies), skip, limit));
            }

            @Override
            public BsonDocument ofView(BsonDocument aggregated) {
                return ReadOnView.countReply(aggregated);
            }
        };
        return new TargetedReads(router).ask(request, namespace, query, forShards(request, skip, limit), answers);
    }

    /** No shard needs to count beyond what can be left after skipping. */
    private static RawDocument forShards(CommandRequest request, long skip, long limit) {
        BsonOutput body = ForwardedBody.of(request.body(), Set.of("skip", "limit"));
        if (limit > 0 && limit <= Long.MAX_VALUE - skip) {
            body.appendInt64("limit", limit + skip);
        }
        return body.finish();
    }

    private static long sum(List<RawDocument> replies) {
        return replies.stream()
                .mapToLong(reply -> reply.getNumber("n").longValue())
                .sum();
    }

    private static long cut(long count, long skip, long limit) {
        long left = Math.max(0, count - skip);
        return limit == 0 ? left : Math.min(left, limit);
    }

    private static BsonDocument reply(long count) {
        BsonValue n = count == (int) count ? new BsonInt32((int) count) : new BsonInt64(count);
        return new BsonDocument("n", n);
    }
}
