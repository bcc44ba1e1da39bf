package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.router.write.WriteKind;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.RequestErrors;
import java.util.ArrayList;
import java.util.List;

/**
 * One operation of {@code bulkWrite}, told as the statement of an ordinary command.
 *
 * @param index its position in the command
 * @param statement the document to insert, or a statement of {@code update} or {@code delete}
 */
record BulkOperation(int index, WriteKind kind, Namespace namespace, RawDocument statement) {
    static List<BulkOperation> parse(CommandRequest request) {
        List<Namespace> namespaces = new ArrayList<>();
        for (RawDocument info : request.documents("nsInfo")) {
            namespaces.add(
                    Namespace.parse(new Arguments("bulkWrite.nsInfo." + namespaces.size(), info).requiredString("ns")));
        }
        List<BulkOperation> operations = new ArrayList<>();
        for (RawDocument operation : request.documents("ops")) {
            operations.add(parse(operations.size(), operation, namespaces));
        }
        return operations;
    }

    private static BulkOperation parse(int index, RawDocument operation, List<Namespace> namespaces) {
        String path = "bulkWrite.ops." + index;
        if (operation.isEmpty()) {
            throw RequestErrors.missing(path + ".insert");
        }
        String name = operation.getFirstKey();
        Arguments arguments = new Arguments(path, operation);
        long position = arguments.number(name).orElse(-1);
        if (position < 0 || position >= namespaces.size()) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE, "BulkWrite ops entry " + index + " has an invalid nsInfo index.");
        }
        Namespace namespace = namespaces.get((int) position);
        return switch (name) {
            case "insert" ->
                new BulkOperation(
                        index, WriteKind.INSERT, namespace, (RawDocument) arguments.requiredDocument("document"));
            case "update" -> new BulkOperation(index, WriteKind.UPDATE, namespace, update(operation, arguments));
            case "delete" -> new BulkOperation(index, WriteKind.DELETE, namespace, delete(operation, arguments));
            default -> throw RequestErrors.unknownField(path + "." + name);
        };
    }

    private static RawDocument update(RawDocument operation, Arguments arguments) {
        BsonOutput statement = new BsonOutput();
        operation.forEach((field, value) -> {
            switch (field) {
                case "update" -> {
                    // The position of the collection.
                }
                case "filter" -> statement.appendDocument("q", arguments.requiredDocument("filter"));
                case "updateMods" -> statement.appendValue("u", value);
                case "constants" -> statement.appendValue("c", value);
                case "multi", "upsert", "arrayFilters", "hint", "collation", "sort", "upsertSupplied" ->
                    statement.appendValue(field, value);
                default -> throw RequestErrors.unknownField(arguments.path() + "." + field);
            }
        });
        return statement.finish();
    }

    private static RawDocument delete(RawDocument operation, Arguments arguments) {
        BsonOutput statement = new BsonOutput()
                .appendDocument("q", arguments.requiredDocument("filter"))
                .appendInt32("limit", arguments.bool("multi", false) ? 0 : 1);
        operation.forEach((field, value) -> {
            switch (field) {
                case "delete", "filter", "multi" -> {
                    // Told already.
                }
                case "hint", "collation" -> statement.appendValue(field, value);
                default -> throw RequestErrors.unknownField(arguments.path() + "." + field);
            }
        });
        return statement.finish();
    }
}
