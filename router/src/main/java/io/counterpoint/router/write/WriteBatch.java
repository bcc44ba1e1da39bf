package io.counterpoint.router.write;

import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.router.rpc.ClientSession;
import io.counterpoint.wire.command.Interruption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes to one collection. Immutable.
 *
 * @param kind what the statements do
 * @param namespace the collection
 * @param statements at least one, by rising index
 * @param ordered whether nothing after the first error may be stored
 * @param body the client's command: what it says beside the statements goes along with every part
 * @param retryable whether parts carry statement numbers
 * @param context variables and time of the command
 * @param session the client's session
 * @param deadlineNanos when the command's time is over
 * @param interruption ends the command early; null where nobody can
 */
public record WriteBatch(
        WriteKind kind,
        Namespace namespace,
        List<WriteStatement> statements,
        boolean ordered,
        RawDocument body,
        boolean retryable,
        QueryContext context,
        ClientSession session,
        long deadlineNanos,
        @Nullable Interruption interruption) {
    /** Copies the list. */
    public WriteBatch {
        statements = List.copyOf(statements);
    }

    /** Numbers documents by their position. */
    public static List<WriteStatement> numbered(List<RawDocument> documents) {
        List<WriteStatement> statements = new ArrayList<>(documents.size());
        for (RawDocument document : documents) {
            statements.add(new WriteStatement(statements.size(), document));
        }
        return statements;
    }

    /** The same batch with the statements that are left to do. */
    WriteBatch withStatements(List<WriteStatement> left) {
        return new WriteBatch(
                kind, namespace, left, ordered, body, retryable, context, session, deadlineNanos, interruption);
    }
}
