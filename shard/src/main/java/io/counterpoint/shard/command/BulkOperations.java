package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.ValueText;
import io.counterpoint.shard.collection.BatchWrite;
import io.counterpoint.shard.collection.BulkWrite;
import io.counterpoint.shard.collection.DeleteStatement;
import io.counterpoint.shard.collection.DeleteWrite;
import io.counterpoint.shard.collection.InsertWrite;
import io.counterpoint.shard.collection.UpdateStatement;
import io.counterpoint.shard.collection.UpdateWrite;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.RequestErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * Reads the operations of a {@code bulkWrite}: each is told as the statement of {@code update} or {@code delete} that
 * it stands for, and read as such.
 */
final class BulkOperations {
    private static final String OPERATIONS = "bulkWrite.ops";

    private enum Kind {
        INSERT,
        UPDATE,
        DELETE
    }

    private static final Set<String> INSERT_FIELDS = Set.of("document");
    private static final Set<String> UPDATE_FIELDS = Set.of(
            "filter",
            "updateMods",
            "multi",
            "upsert",
            "arrayFilters",
            "hint",
            "constants",
            "collation",
            "sort",
            "upsertSupplied");
    private static final Set<String> DELETE_FIELDS = Set.of("filter", "multi", "hint", "collation");

    private final CommandRequest request;
    private final ShardAccess shard;
    private final WriteDoor door;
    private final QueryContext context;
    private final boolean ordered;
    private final boolean reportNumbers;
    private final List<BulkWrite.Part> parts = new ArrayList<>();
    private boolean heavy;

    private BulkOperations(CommandRequest request, ShardAccess shard, WriteDoor door) {
        this.request = request;
        this.shard = shard;
        this.door = door;
        this.context = QueryArguments.context(request, shard);
        this.ordered = Arguments.of(request).bool("ordered", true);
        this.reportNumbers = Arguments.of(request).bool("reportAutoincrement", false);
    }

    /**
     * Reads the operations.
     *
     * @throws CommandException for what is malformed; an operation that only cannot be carried out is refused when its
     *     turn comes
     */
    static BulkOperations parse(CommandRequest request, ShardAccess shard, WriteDoor door) {
        BulkOperations operations = new BulkOperations(request, shard, door);
        operations.readAll();
        return operations;
    }

    /** Neighbours of one kind on one collection, in order. */
    List<BulkWrite.Part> parts() {
        return parts;
    }

    /** Whether an operation may search for long. */
    boolean heavy() {
        return heavy;
    }

    private void readAll() {
        List<Namespace> namespaces = namespaces();
        List<RawDocument> operations = WriteDoor.statements(request, "ops");
        Kind[] kinds = new Kind[operations.size()];
        Namespace[] targets = new Namespace[operations.size()];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = kind(operations.get(i));
            targets[i] = target(operations.get(i), namespaces);
        }
        int first = 0;
        for (int end = 1; end <= kinds.length; end++) {
            if (end == kinds.length || kinds[end] != kinds[first] || !targets[end].equals(targets[first])) {
                List<RawDocument> neighbours = operations.subList(first, end);
                parts.add(new BulkWrite.Part(first, write(kinds[first], targets[first], neighbours)));
                first = end;
            }
        }
    }

    private List<Namespace> namespaces() {
        List<Namespace> namespaces = new ArrayList<>();
        for (RawDocument info : request.documents("nsInfo")) {
            for (String field : info.keySet()) {
                switch (field) {
                    case "ns" -> {}
                    case "collectionUUID", "encryptionInformation" ->
                        throw new CommandException(
                                ErrorCode.COMMAND_NOT_SUPPORTED,
                                "the option '" + field + "' of bulkWrite.nsInfo is not supported");
                    default -> throw RequestErrors.unknownField("bulkWrite.nsInfo." + field);
                }
            }
            namespaces.add(Namespace.parse(new Arguments("bulkWrite.nsInfo", info).requiredString("ns")));
        }
        return namespaces;
    }

    private static Kind kind(RawDocument operation) {
        String name = operation.isEmpty() ? "" : operation.getFirstKey();
        return switch (name) {
            case "insert" -> Kind.INSERT;
            case "update" -> Kind.UPDATE;
            case "delete" -> Kind.DELETE;
            case "" -> throw RequestErrors.missing(OPERATIONS + ".insert");
            default -> throw RequestErrors.unknownField(OPERATIONS + "." + name);
        };
    }

    private static Namespace target(RawDocument operation, List<Namespace> namespaces) {
        OptionalLong index = new Arguments(OPERATIONS, operation).number(operation.getFirstKey());
        if (index.isEmpty() || index.getAsLong() < 0 || index.getAsLong() >= namespaces.size()) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    "BulkWrite ops entry " + ValueText.of(operation) + " has an invalid nsInfo index.");
        }
        return namespaces.get((int) index.getAsLong());
    }

    private BatchWrite write(Kind kind, Namespace namespace, List<RawDocument> operations) {
        return switch (kind) {
            case INSERT -> inserts(namespace, operations);
            case UPDATE -> updates(namespace, operations);
            case DELETE -> deletes(namespace, operations);
        };
    }

    /** The operation's fields, those behind the first, which says its kind and collection. */
    private static Arguments checkedFields(RawDocument operation, Set<String> known) {
        boolean first = true;
        for (String field : operation.keySet()) {
            if (!first && !known.contains(field)) {
                throw RequestErrors.unknownField(OPERATIONS + "." + field);
            }
            first = false;
        }
        return new Arguments(OPERATIONS, operation);
    }

    private InsertWrite inserts(Namespace namespace, List<RawDocument> operations) {
        List<RawDocument> documents = new ArrayList<>(operations.size());
        for (RawDocument operation : operations) {
            RawDocument sent =
                    (RawDocument) checkedFields(operation, INSERT_FIELDS).requiredDocument("document");
            documents.add(InsertCommand.prepare(sent, shard.environment().objectIds()));
        }
        return new InsertWrite(
                namespace,
                QueryArguments.version(request),
                documents,
                ordered,
                reportNumbers,
                null,
                door.newCollection(request));
    }

    private UpdateWrite updates(Namespace namespace, List<RawDocument> operations) {
        List<UpdateStatement> statements = new ArrayList<>(operations.size());
        for (RawDocument operation : operations) {
            checkedFields(operation, UPDATE_FIELDS);
            BsonDocument told = statement(operation, Map.of("filter", "q", "updateMods", "u", "constants", "c"));
            UpdateStatement statement =
                    UpdateCommand.parse(new Arguments(OPERATIONS, told), contextOf(namespace), shard);
            heavy |= statement.multi() || !PointFilters.isPoint(statement.selection());
            statements.add(statement);
        }
        return new UpdateWrite(
                namespace,
                QueryArguments.version(request),
                statements,
                ordered,
                reportNumbers,
                null,
                door.newCollection(request));
    }

    private DeleteWrite deletes(Namespace namespace, List<RawDocument> operations) {
        List<DeleteStatement> statements = new ArrayList<>(operations.size());
        for (RawDocument operation : operations) {
            boolean multi = checkedFields(operation, DELETE_FIELDS).bool("multi", false);
            BsonDocument told = statement(operation, Map.of("filter", "q"));
            told.remove("multi");
            told.append("limit", new BsonInt32(multi ? 0 : 1));
            DeleteStatement statement = DeleteCommand.parse(new Arguments(OPERATIONS, told), contextOf(namespace));
            heavy |= multi || !PointFilters.isPoint(statement.selection());
            statements.add(statement);
        }
        return new DeleteWrite(namespace, QueryArguments.version(request), statements, ordered, null);
    }

    private QueryContext contextOf(Namespace namespace) {
        return context.withCollation(QueryArguments.collationOf(shard, namespace));
    }

    /** An operation as the statement it stands for. */
    private static BsonDocument statement(RawDocument operation, Map<String, String> names) {
        new Arguments(OPERATIONS, operation).requiredDocument("filter");
        if (names.containsKey("updateMods") && !operation.containsKey("updateMods")) {
            throw RequestErrors.missing(OPERATIONS + ".updateMods");
        }
        BsonDocument statement = new BsonDocument();
        String index = operation.getFirstKey();
        for (Map.Entry<String, BsonValue> field : operation.entrySet()) {
            if (!field.getKey().equals(index)) {
                statement.append(names.getOrDefault(field.getKey(), field.getKey()), field.getValue());
            }
        }
        return statement;
    }
}
