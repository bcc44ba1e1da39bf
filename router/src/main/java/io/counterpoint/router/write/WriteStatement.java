package io.counterpoint.router.write;

import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.wire.command.Arguments;

/**
 * One statement of a batch.
 *
 * @param index its position in the client's batch, which answers refer to
 * @param document the document to insert, or the statement of an update or delete
 */
public record WriteStatement(int index, RawDocument document) {
    /**
     * The context of an update or delete: under its own {@code collation}, else the collection's.
     *
     * @param ofCommand the command's
     * @throws io.counterpoint.base.error.CommandException for a {@code collation} that is none
     */
    public QueryContext context(QueryContext ofCommand, CollectionRouting routing) {
        return ofCommand.withCollation(
                Collation.of(new Arguments("statement", document).document("collation"), routing.collation()));
    }

    /** The same statement in other words. */
    WriteStatement withDocument(RawDocument other) {
        return new WriteStatement(index, other);
    }
}
