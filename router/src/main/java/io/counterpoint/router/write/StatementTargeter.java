package io.counterpoint.router.write;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.random.ObjectIds;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.key.ShardKey;
import io.counterpoint.query.QueryContext;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.router.routing.ShardTargeter;
import io.counterpoint.wire.command.Arguments;
import java.util.List;
import org.bson.BsonDocument;

/** Decides where the statements of a batch go. */
final class StatementTargeter {
    private final ObjectIds objectIds;

    StatementTargeter(ObjectIds objectIds) {
        this.objectIds = objectIds;
    }

    /**
     * Where a statement goes; what is wrong with its content is a refusal of the statement, what is wrong with its form
     * one of the command.
     */
    WriteTarget target(WriteKind kind, CollectionRouting routing, WriteStatement statement, QueryContext context) {
        try {
            return switch (kind) {
                case INSERT -> insert(routing, statement);
                case UPDATE -> update(routing, statement, statement.context(context, routing));
                case DELETE -> delete(routing, statement, statement.context(context, routing));
            };
        } catch (CommandException refusal) {
            return new WriteTarget.Refused(statement, refusal);
        }
    }

    private WriteTarget insert(CollectionRouting routing, WriteStatement statement) {
        WriteStatement identified = withId(statement);
        // An array can be no _id, which is for the shard to say: any will do.
        String shard = routing.onOneShard() || identified.document().isArray("_id")
                ? routing.shards().get(0)
                : routing.table().shardOf(routing.pattern().keyOf(identified.document()));
        return new WriteTarget.OneShard(shard, identified);
    }

    /** The document with an {@code _id}, as its first field if the client sent none. */
    WriteStatement withId(WriteStatement statement) {
        RawDocument document = statement.document();
        if (document.find("_id") >= 0) {
            return statement;
        }
        return statement.withDocument(new BsonOutput(document.byteLength() + 17)
                .appendObjectId("_id", objectIds.next())
                .appendFields(document)
                .finish());
    }

    private WriteTarget update(CollectionRouting routing, WriteStatement statement, QueryContext context) {
        Arguments arguments = new Arguments("update.updates." + statement.index(), statement.document());
        BsonDocument filter = arguments.requiredDocument("q");
        boolean multi = arguments.bool("multi", false);
        String only = ShardTargeter.onlyShard(routing, filter, context.collation());
        if (only != null) {
            ShardKey key = ShardTargeter.keyFixedBy(routing, filter, context.collation());
            ShardKeyGuard.check(routing, arguments, "u", multi, key, context);
            return new WriteTarget.OneShard(only, statement);
        }
        if (!multi || arguments.bool("upsert", false)) {
            return new WriteTarget.OwnerFirst(statement);
        }
        ShardKeyGuard.check(routing, arguments, "u", true, null, context);
        return each(ShardTargeter.shardsFor(routing, filter, context), statement);
    }

    private WriteTarget delete(CollectionRouting routing, WriteStatement statement, QueryContext context) {
        Arguments arguments = new Arguments("delete.deletes." + statement.index(), statement.document());
        BsonDocument filter = arguments.requiredDocument("q");
        String only = ShardTargeter.onlyShard(routing, filter, context.collation());
        if (only != null) {
            return new WriteTarget.OneShard(only, statement);
        }
        return arguments.number("limit").orElse(0) == 1
                ? new WriteTarget.OwnerFirst(statement)
                : each(ShardTargeter.shardsFor(routing, filter, context), statement);
    }

    private static WriteTarget each(List<String> shards, WriteStatement statement) {
        return shards.size() == 1
                ? new WriteTarget.OneShard(shards.get(0), statement)
                : new WriteTarget.EachShard(shards, statement);
    }
}
