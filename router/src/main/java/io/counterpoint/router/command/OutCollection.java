package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.aggregate.flow.CollectionReplacement;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.router.ddl.Spread;
import io.counterpoint.router.write.WriteKind;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The target of {@code $out}: a collection under a temporary name, made and spread as the one it will replace, with its
 * options and indexes, that is renamed over it at the end, on all shards or on none. Counters start anew, as those of a
 * collection that is dropped and made again.
 */
final class OutCollection implements CollectionReplacement {
    private static final Logger LOG = LoggerFactory.getLogger(OutCollection.class);

    private final RouterAccess router;
    private final RouterPipelineEnvironment environment;
    private final Namespace target;
    private final Namespace temporary;
    private final long deadlineNanos;
    private boolean over;

    OutCollection(RouterAccess router, RouterPipelineEnvironment environment, Namespace target, long deadlineNanos) {
        this.router = router;
        this.environment = environment;
        this.target = target;
        this.deadlineNanos = deadlineNanos;
        temporary = new Namespace(
                target.database(),
                "tmp.agg_out." + router.environment().random().nextUuid());
        Optional<CollectionRouting> present = environment.routing(target);
        if (present.isPresent() && present.get().view()) {
            throw new CommandException(
                    ErrorCode.COMMAND_NOT_SUPPORTED_ON_VIEW, "Namespace " + target + " is a view, not a collection");
        }
        if (present.isPresent()) {
            Awaited.result(router.ddl().createLike(present.get(), temporary, deadlineNanos));
        } else {
            Spread spread = router.defaultSpread();
            Awaited.result(router.ddl().ensure(temporary, spread, deadlineNanos));
        }
    }

    @Override
    public void add(List<BsonDocument> documents) {
        environment.run(
                temporary,
                WriteKind.INSERT,
                documents.stream().map(this::withId).toList());
    }

    private RawDocument withId(BsonDocument document) {
        if (document.containsKey("_id")) {
            return BsonBytes.raw(document);
        }
        return new BsonOutput()
                .appendObjectId("_id", router.environment().objectIds().next())
                .appendFields(document)
                .finish();
    }

    @Override
    public void commit() {
        Awaited.result(router.ddl().rename(temporary, target, true, deadlineNanos));
        over = true;
    }

    @Override
    public void close() {
        if (over) {
            return;
        }
        over = true;
        try {
            Awaited.result(router.ddl().drop(temporary, Long.MAX_VALUE));
        } catch (CommandException refusal) {
            LOG.warn("a temporary collection was left: name={} reason={}", temporary, refusal.text());
        }
    }
}
