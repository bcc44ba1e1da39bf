package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.router.routing.QueryContexts;
import io.counterpoint.router.rpc.ClientSession;
import io.counterpoint.router.rpc.ForwardedBody;
import io.counterpoint.router.write.WriteBatch;
import io.counterpoint.router.write.WriteKind;
import io.counterpoint.router.write.WriteStatement;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.SharedFields;
import io.counterpoint.wire.cursor.BatchSource;
import io.counterpoint.wire.cursor.CursorRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;

/**
 * {@code bulkWrite}: operations of all kinds on several collections in one command. They are run as batches of one kind
 * on one collection each: in order, neighbours of one kind together, if the command is ordered; otherwise all of one
 * kind and collection together. A client that wants the outcome of every single update or delete gets them one by one,
 * since a batch only tells their sum.
 *
 * <p>Source: the MongoDB manual, {@code bulkWrite}, and the driver specification "Bulk Write".
 */
final class BulkWriteCommand {
    private static final String CURSOR_NAMESPACE = "admin.$cmd.bulkWrite";
    private static final Set<String> OWN_FIELDS =
            Set.of("bulkWrite", "ops", "nsInfo", "errorsOnly", "ordered", "cursor");

    private static final int GROUPS_ON_ONE_STACK = 32;

    private final RouterAccess router;

    private BulkWriteCommand(RouterAccess router) {
        this.router = router;
    }

    static CommandEntry entry(RouterAccess router) {
        return CommandEntry.command("bulkWrite", "Runs writes of all kinds on several collections.")
                .fields(SharedFields.BULK_WRITE)
                .abilities(Ability.WRITES, Ability.RETRYABLE, Ability.IN_TRANSACTION, Ability.ADMIN_ONLY)
                .handledBy(new BulkWriteCommand(router)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        Arguments arguments = Arguments.of(request);
        List<BulkOperation> operations = BulkOperation.parse(request);
        BatchCommands.checkCount(operations.size());
        boolean ordered = arguments.bool("ordered", true);
        boolean errorsOnly = arguments.bool("errorsOnly", false);
        List<List<BulkOperation>> groups =
                ordered ? BulkGroups.neighbours(operations, errorsOnly) : BulkGroups.alike(operations, errorsOnly);
        BulkReport report = new BulkReport(ordered, errorsOnly);
        QueryContext context = QueryContexts.of(request, router.environment());
        return from(0, groups, request, context, ordered, report).thenCompose(done -> reply(request, report));
    }

    private CompletableFuture<Void> from(
            int group,
            List<List<BulkOperation>> groups,
            CommandRequest request,
            QueryContext context,
            boolean ordered,
            BulkReport report) {
        if (group == groups.size() || (ordered && report.hasErrors())) {
            return CompletableFuture.completedFuture(null);
        }
        List<BulkOperation> operations = groups.get(group);
        // Groups that complete at once would pile up on the stack of the first.
        return CompletableFuture.completedFuture(operations)
                .thenComposeAsync(
                        these -> router.writes().outcome(batch(these, request, context, ordered)),
                        group % GROUPS_ON_ONE_STACK == GROUPS_ON_ONE_STACK - 1
                                ? router.environment().workers()
                                : Runnable::run)
                .thenAccept(outcome -> report.add(operations, outcome))
                .thenCompose(done -> from(group + 1, groups, request, context, ordered, report));
    }

    private WriteBatch batch(
            List<BulkOperation> operations, CommandRequest request, QueryContext context, boolean ordered) {
        BulkOperation first = operations.get(0);
        Namespace namespace = first.namespace();
        if (CommandNames.isUnrouted(namespace.database())) {
            throw new CommandException(
                    ErrorCode.COMMAND_NOT_SUPPORTED,
                    "bulkWrite on the database '" + namespace.database() + "' is not supported; use insert, update and"
                            + " delete");
        }
        List<WriteStatement> statements = new ArrayList<>();
        operations.forEach(operation -> statements.add(new WriteStatement(operation.index(), operation.statement())));
        return new WriteBatch(
                first.kind(),
                namespace,
                statements,
                ordered,
                body(first.kind(), namespace, request, ordered),
                request.txnNumber().isPresent(),
                context,
                ClientSession.of(request),
                request.deadlineNanos(),
                request.interruption());
    }

    /** The command that each group stands for. */
    private static RawDocument body(WriteKind kind, Namespace namespace, CommandRequest request, boolean ordered) {
        Set<String> leftOut = new HashSet<>(OWN_FIELDS);
        switch (kind) {
            case INSERT -> leftOut.add("let");
            case UPDATE -> {
                // Knows all the fields that are left.
            }
            case DELETE -> leftOut.addAll(List.of("bypassDocumentValidation", "reportAutoincrement"));
        }
        return new BsonOutput()
                .appendString(kind.command(), namespace.collection())
                .appendBoolean("ordered", ordered)
                .appendFields(ForwardedBody.of(request.body(), leftOut).finish())
                .finish();
    }

    private CompletableFuture<BsonDocument> reply(CommandRequest request, BulkReport report) {
        Arguments cursor =
                new Arguments("bulkWrite.cursor", Arguments.of(request).documentOrEmpty("cursor"));
        int batchSize = (int) Math.min(cursor.count("batchSize", Integer.MAX_VALUE), Integer.MAX_VALUE);
        return router.cursors()
                .open(
                        request,
                        CursorRequest.of(CURSOR_NAMESPACE).withBatchSize(batchSize),
                        BatchSource.of(report.entries()))
                .thenApply(report::totals);
    }
}
