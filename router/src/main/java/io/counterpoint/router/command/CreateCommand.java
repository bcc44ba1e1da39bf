package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.cluster.key.ShardKeyPattern;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.router.ddl.Spread;
import io.counterpoint.sequence.declaration.AutoincrementOption;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.IdIndexOption;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code create}: on every shard or on none. A view is made on its database's primary shard. The option
 * {@code shardKey: {field: 1 | "hashed", …}} says what the collection is spread by; without it, it is the hash of
 * {@code _id}, or nothing, as the router was started.
 */
final class CreateCommand {
    private static final String SHARD_KEY = "shardKey";
    private static final String[] OPTIONS = {
        "capped",
        "size",
        "max",
        "autoIndexId",
        "idIndex",
        "storageEngine",
        "validator",
        "validationLevel",
        "validationAction",
        "indexOptionDefaults",
        "viewOn",
        "pipeline",
        "collation",
        "timeseries",
        "clusteredIndex",
        "expireAfterSeconds",
        "changeStreamPreAndPostImages",
        "encryptedFields",
        AutoincrementOption.NAME
    };

    private final RouterAccess router;

    private CreateCommand(RouterAccess router) {
        this.router = router;
    }

    static CommandEntry entry(RouterAccess router) {
        String[] fields = new String[OPTIONS.length + 1];
        System.arraycopy(OPTIONS, 0, fields, 0, OPTIONS.length);
        fields[OPTIONS.length] = SHARD_KEY;
        return CommandEntry.command("create", "Makes a collection.")
                .fields(fields)
                .abilities(Ability.WRITES)
                .handledBy(new CreateCommand(router)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        Namespace namespace = CommandNames.namespace(request);
        Arguments arguments = Arguments.of(request);
        BsonDocument key = arguments.document(SHARD_KEY);
        if (CommandNames.isUnrouted(namespace.database())) {
            if (key != null) {
                throw new CommandException(
                        ErrorCode.ILLEGAL_OPERATION,
                        "collections of the database '" + namespace.database() + "' cannot be sharded");
            }
            return new Forwarding(router).toConfigShard(request);
        }
        BsonDocument options = new BsonDocument();
        for (String option : OPTIONS) {
            if (arguments.has(option)) {
                options.put(option, arguments.value(option));
            }
        }
        IdIndexOption.takeFrom(options);
        BsonValue autoincrement = request.value(AutoincrementOption.NAME);
        if (autoincrement != null) {
            // Null is no field name either, though other options may be null for "not given".
            AutoincrementOption.parse(autoincrement);
        }
        Spread spread = key == null ? router.defaultSpread() : Spread.by(ShardKeyPattern.parse(key), false);
        if (options.containsKey("viewOn")) {
            if (key != null) {
                throw new CommandException(ErrorCode.INVALID_OPTIONS, "option not supported on a view: " + SHARD_KEY);
            }
            options.putIfAbsent("pipeline", new BsonArray());
            spread = Spread.NONE;
        }
        return router.ddl().create(namespace, options, spread, request.deadlineNanos());
    }
}
