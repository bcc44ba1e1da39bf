package io.counterpoint.shard.command;

import io.counterpoint.base.random.ObjectIds;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.bson.raw.RawElements;
import io.counterpoint.shard.collection.InsertHandler;
import io.counterpoint.shard.collection.InsertWrite;
import io.counterpoint.shard.session.RetryKey;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.SharedFields;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code insert}: stores documents, numbering those that omit an autoincrement field. */
final class InsertCommand {
    private final ShardAccess shard;
    private final WriteDoor door;
    private final InsertHandler handler;

    private InsertCommand(ShardAccess shard) {
        this.shard = shard;
        this.door = new WriteDoor(shard);
        this.handler = new InsertHandler(shard.writer(), shard.catalogWrites());
    }

    static CommandEntry entry(ShardAccess shard) {
        return CommandEntry.command("insert", "Stores documents.")
                .fields(SharedFields.INSERT)
                .routerFields("stmtIds", WriteDoor.STAGE)
                .abilities(Ability.WRITES, Ability.RETRYABLE, Ability.IN_TRANSACTION)
                .handledBy(new InsertCommand(shard)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        Arguments arguments = Arguments.of(request);
        List<RawDocument> sent = WriteDoor.statements(request, "documents");
        ObjectIds ids = shard.environment().objectIds();
        List<RawDocument> documents = new ArrayList<>(sent.size());
        for (RawDocument document : sent) {
            documents.add(prepare(document, ids));
        }
        InsertWrite write = new InsertWrite(
                QueryArguments.namespace(request),
                QueryArguments.version(request),
                documents,
                arguments.bool("ordered", true),
                arguments.bool("reportAutoincrement", false),
                RetryKey.of(request),
                door.newCollection(request));
        return door.run(request, handler, write, WriteDoor.Shape.INSERT, false);
    }

    /**
     * A document as it is stored: {@code _id} is there and comes first. Whether it may be stored is looked at later,
     * document by document.
     */
    static RawDocument prepare(RawDocument document, ObjectIds ids) {
        int id = document.find("_id");
        if (id < 0) {
            return new BsonOutput(document.byteLength() + 32)
                    .appendObjectId("_id", ids.next())
                    .appendFields(document)
                    .finish();
        }
        BsonValue value = RawElements.value(document.array(), id);
        if (id == document.firstElement()) {
            return document;
        }
        BsonOutput output = new BsonOutput(document.byteLength()).appendValue("_id", value);
        document.forEach((name, field) -> {
            if (!name.equals("_id")) {
                output.appendValue(name, field);
            }
        });
        return output.finish();
    }
}
