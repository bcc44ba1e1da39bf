package io.counterpoint.router.fake;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.router.rpc.ShardClient;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.wire.command.ErrorReplies;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A shard as a map of collections, with as much of a shard's door as the router uses. Answers at once, on the calling
 * thread; used by one thread. Can be down, refuse a command, or lose the answer to one it carried out.
 */
public final class FakeShard implements ShardClient {
    private final String name;
    private final Map<String, FakeCollection> collections = new LinkedHashMap<>();
    private final Map<Long, List<RawDocument>> cursors = new HashMap<>();
    private final Map<Long, ShardRequest> stages = new HashMap<>();
    private final List<ShardRequest> received = new ArrayList<>();
    private long lastCursor;
    private final Map<String, BsonDocument> remembered = new HashMap<>();
    private boolean remembers;
    private boolean down;
    private Predicate<ShardRequest> refused = request -> false;
    private Predicate<ShardRequest> lost = request -> false;
    private Runnable before = () -> {};

    /** An empty shard. */
    public FakeShard(String name) {
        this.name = name;
    }

    @Override
    public String shard() {
        return name;
    }

    /** Makes the shard unreachable, or reachable again. */
    public void setDown(boolean isDown) {
        down = isDown;
    }

    /** Refuses, with InternalError, commands that the test picks. */
    public void refuse(Predicate<ShardRequest> which) {
        refused = which;
    }

    /** Carries out commands that the test picks but loses the answers. */
    public void loseAnswers(Predicate<ShardRequest> which) {
        lost = which;
    }

    /** Runs something before every command. */
    public void beforeEach(Runnable action) {
        before = action;
    }

    /** Answers a retryable write of one statement a second time as it did the first time. */
    public void rememberStatements() {
        remembers = true;
    }

    /** Commands received so far. */
    public List<ShardRequest> received() {
        return received;
    }

    /** Names of the commands received so far. */
    public List<String> commands() {
        return received.stream().map(FakeShard::commandOf).toList();
    }

    /** The name of a request's command. */
    public static String commandOf(ShardRequest request) {
        return request.body().getFirstKey();
    }

    /** Documents of a collection, {@code database.collection}; empty when there is none. */
    public List<RawDocument> documents(String namespace) {
        FakeCollection collection = collections.get(namespace);
        return collection == null ? List.of() : collection.documents;
    }

    /** Whether the shard has a collection. */
    public boolean has(String namespace) {
        return collections.containsKey(namespace);
    }

    /** Names of a collection's indexes. */
    public List<String> indexNames(String namespace) {
        FakeCollection collection = collections.get(namespace);
        return collection == null
                ? List.of()
                : collection.indexes.stream()
                        .map(index -> index.getString("name").getValue())
                        .toList();
    }

    /** Number of cursors that are open. */
    public int openCursors() {
        return cursors.size();
    }

    /** Makes a collection, as if by hand. */
    public void make(String namespace, UUID uuid) {
        collections.put(namespace, new FakeCollection(uuid, new BsonDocument()));
    }

    /** Drops a collection, as if by hand. */
    public void unmake(String namespace) {
        collections.remove(namespace);
    }

    @Override
    public CompletableFuture<RawDocument> send(ShardRequest request) {
        before.run();
        if (down) {
            return CompletableFuture.failedFuture(unreachable());
        }
        received.add(request);
        BsonDocument reply;
        try {
            if (refused.test(request)) {
                throw new CommandException(ErrorCode.INTERNAL_ERROR, "refused by the test");
            }
            checkVersion(request);
            reply = runOnce(request);
            if (!reply.containsKey("ok")) {
                reply.append("ok", new BsonDouble(1));
            }
        } catch (CommandException refusal) {
            reply = ErrorReplies.of(refusal);
        }
        return lost.test(request)
                ? CompletableFuture.failedFuture(unreachable())
                : CompletableFuture.completedFuture(BsonBytes.raw(reply));
    }

    private CommandException unreachable() {
        return new CommandException(ErrorCode.HOST_UNREACHABLE, "shard " + name + " cannot be reached: test");
    }

    private void checkVersion(ShardRequest request) {
        if (request.version() == null) {
            return;
        }
        BsonValue named = request.body().get(commandOf(request));
        if (commandOf(request).equals("getMore") || named == null || !named.isString()) {
            return;
        }
        FakeCollection collection =
                collections.get(request.database() + "." + named.asString().getValue());
        UUID actual = collection == null ? null : collection.uuid;
        UUID expected = request.version().uuid();
        if (expected == null ? actual != null : !expected.equals(actual)) {
            throw new CommandException(
                    ErrorCode.STALE_CONFIG,
                    "stale",
                    new BsonDocument("actualUuid", actual == null ? BsonNull.VALUE : new BsonBinary(actual)),
                    List.of());
        }
    }

    private BsonDocument runOnce(ShardRequest request) {
        if (!remembers || !request.body().containsKey("stmtIds")) {
            return run(request);
        }
        String key = request.body().get("lsid") + " " + request.body().get("txnNumber") + " "
                + request.body().get("stmtIds");
        BsonDocument before = remembered.get(key);
        if (before != null) {
            return before.clone();
        }
        BsonDocument reply = run(request);
        if (number(reply, "n", 0) > 0) {
            remembered.put(key, reply.clone());
        }
        return reply;
    }

    private BsonDocument run(ShardRequest request) {
        BsonDocument body = request.body();
        return switch (commandOf(request)) {
            case "ping", "_shardJoin" -> new BsonDocument();
            case "_shardIdentity" -> new BsonDocument("name", new BsonString(name));
            case "_shardCreate" -> create(request);
            case "_shardDrop" -> drop(request);
            case "_shardRename" -> rename(body);
            case "_shardCreateIndexes" -> createIndexes(request);
            case "_shardDropIndexes" -> dropIndexes(request);
            case "_shardCollMod" -> collMod(request);
            case "_decideStage" -> decide(body);
            case "find" -> find(request);
            case "count" ->
                new BsonDocument("n", new BsonInt32(found(request, "query").size()));
            case "listIndexes" ->
                cursor(collection(request).indexes.stream().map(BsonBytes::raw).toList(), request, Integer.MAX_VALUE);
            case "listCollections" -> listCollections(request);
            case "getMore" -> getMore(body);
            case "killCursors" -> killCursors(body);
            case "insert", "update", "delete" -> write(request);
            default ->
                throw new CommandException(
                        ErrorCode.COMMAND_NOT_FOUND, "no such command: '" + commandOf(request) + "'");
        };
    }

    private String namespace(ShardRequest request) {
        return request.database() + "."
                + request.body().getString(commandOf(request)).getValue();
    }

    private FakeCollection collection(ShardRequest request) {
        FakeCollection collection = collections.get(namespace(request));
        if (collection == null) {
            throw new CommandException(ErrorCode.NAMESPACE_NOT_FOUND, "ns does not exist: " + namespace(request));
        }
        return collection;
    }

    private @Nullable FakeCollection withUuid(ShardRequest request) {
        FakeCollection collection = collections.get(namespace(request));
        return collection != null
                        && collection.uuid.equals(
                                request.body().getBinary("uuid").asUuid())
                ? collection
                : null;
    }

    private BsonDocument create(ShardRequest request) {
        String namespace = namespace(request);
        UUID uuid = request.body().getBinary("uuid").asUuid();
        FakeCollection present = collections.get(namespace);
        if (present != null && !present.uuid.equals(uuid)) {
            throw new CommandException(ErrorCode.NAMESPACE_EXISTS, "Collection " + namespace + " already exists.");
        }
        if (present == null) {
            FakeCollection made = new FakeCollection(uuid, request.body().getDocument("options"));
            request.body().getArray("indexes").forEach(index -> made.indexes.add(index.asDocument()));
            collections.put(namespace, made);
        }
        return new BsonDocument();
    }

    private BsonDocument drop(ShardRequest request) {
        FakeCollection present = withUuid(request);
        if (present == null) {
            return new BsonDocument("nIndexesWas", new BsonInt32(0));
        }
        collections.remove(namespace(request));
        return new BsonDocument("nIndexesWas", new BsonInt32(present.indexes.size()));
    }

    private BsonDocument rename(BsonDocument body) {
        String from = body.getString("_shardRename").getValue();
        String to = body.getString("to").getValue();
        UUID uuid = body.getBinary("uuid").asUuid();
        FakeCollection source = collections.get(from);
        FakeCollection target = collections.get(to);
        if (target != null && target.uuid.equals(uuid)) {
            return new BsonDocument();
        }
        if (source == null || !source.uuid.equals(uuid)) {
            throw new CommandException(ErrorCode.NAMESPACE_NOT_FOUND, "Source collection " + from + " does not exist");
        }
        if (target != null
                && !(body.containsKey("dropUuid")
                        && body.getBinary("dropUuid").asUuid().equals(target.uuid))) {
            throw new CommandException(ErrorCode.NAMESPACE_EXISTS, "target namespace exists");
        }
        collections.remove(from);
        collections.put(to, source);
        return new BsonDocument();
    }

    private BsonDocument createIndexes(ShardRequest request) {
        FakeCollection collection = collection(request);
        int had = collection.indexes.size();
        for (BsonValue index : request.body().getArray("indexes")) {
            if (indexNames(namespace(request)).stream()
                    .noneMatch(index.asDocument().getString("name").getValue()::equals)) {
                collection.indexes.add(index.asDocument());
            }
        }
        return new BsonDocument("numIndexesBefore", new BsonInt32(had))
                .append("numIndexesAfter", new BsonInt32(collection.indexes.size()));
    }

    private BsonDocument dropIndexes(ShardRequest request) {
        String index = request.body().getString("index").getValue();
        if (!collection(request)
                .indexes
                .removeIf(each -> each.getString("name").getValue().equals(index))) {
            throw new CommandException(ErrorCode.INDEX_NOT_FOUND, "index not found with name [" + index + "]");
        }
        return new BsonDocument();
    }

    private BsonDocument collMod(ShardRequest request) {
        FakeCollection collection = collection(request);
        if (!FakeCollection.isTrue(request.body(), "checkOnly")) {
            request.body().forEach((field, value) -> {
                if (!field.startsWith("_") && !field.equals("uuid")) {
                    collection.options.put(field, value);
                }
            });
        }
        return new BsonDocument();
    }

    private List<RawDocument> found(ShardRequest request, String filterField) {
        FakeCollection collection = collections.get(namespace(request));
        return collection == null
                ? List.of()
                : collection.find(
                        request.body().getDocument(filterField, new BsonDocument()),
                        request.body().getDocument("sort", new BsonDocument()));
    }

    private BsonDocument find(ShardRequest request) {
        List<RawDocument> found = found(request, "filter");
        long skip = number(request.body(), "skip", 0);
        long limit = number(request.body(), "limit", 0);
        List<RawDocument> cut = found.stream()
                .skip(skip)
                .limit(limit == 0 ? Long.MAX_VALUE : limit)
                .toList();
        boolean single = FakeCollection.isTrue(request.body(), "singleBatch");
        int batchSize = (int) number(request.body(), "batchSize", 101);
        return cursor(single ? cut.subList(0, Math.min(batchSize, cut.size())) : cut, request, batchSize);
    }

    private static long number(BsonDocument body, String field, long otherwise) {
        return body.containsKey(field) ? body.getNumber(field).longValue() : otherwise;
    }

    private BsonDocument cursor(List<RawDocument> documents, ShardRequest request, int batchSize) {
        return batch("firstBatch", documents, request.database() + ".c", batchSize);
    }

    private BsonDocument batch(String field, List<RawDocument> documents, String namespace, int batchSize) {
        int count = Math.min(batchSize, documents.size());
        long id = 0;
        if (count < documents.size()) {
            id = ++lastCursor;
            cursors.put(id, documents.subList(count, documents.size()));
        }
        BsonDocument cursor = new BsonDocument(field, new BsonArray(documents.subList(0, count)))
                .append("id", new BsonInt64(id))
                .append("ns", new BsonString(namespace));
        return new BsonDocument("cursor", cursor);
    }

    private BsonDocument getMore(BsonDocument body) {
        List<RawDocument> rest = cursors.remove(body.getInt64("getMore").getValue());
        if (rest == null) {
            throw new CommandException(ErrorCode.CURSOR_NOT_FOUND, "cursor not found");
        }
        int batchSize = (int) number(body, "batchSize", 0);
        return batch("nextBatch", rest, "db.c", batchSize == 0 ? Integer.MAX_VALUE : batchSize);
    }

    private BsonDocument killCursors(BsonDocument body) {
        body.getArray("cursors").forEach(id -> cursors.remove(id.asInt64().getValue()));
        return new BsonDocument();
    }

    private BsonDocument listCollections(ShardRequest request) {
        List<RawDocument> entries = new ArrayList<>();
        collections.forEach((namespace, collection) -> {
            if (namespace.startsWith(request.database() + ".")) {
                BsonDocument entry = new BsonDocument(
                                "name",
                                new BsonString(
                                        namespace.substring(request.database().length() + 1)))
                        .append("type", new BsonString("collection"))
                        .append("options", collection.options)
                        .append(
                                "info",
                                new BsonDocument("readOnly", BsonBoolean.FALSE)
                                        .append("uuid", new BsonBinary(collection.uuid)));
                BsonDocument filter = request.body().getDocument("filter", new BsonDocument());
                if (!filter.containsKey("name") || filter.get("name").equals(entry.get("name"))) {
                    entries.add(BsonBytes.raw(entry));
                }
            }
        });
        return cursor(entries, request, Integer.MAX_VALUE);
    }

    private BsonDocument write(ShardRequest request) {
        String namespace = namespace(request);
        FakeCollection collection = collections.computeIfAbsent(
                namespace,
                made -> new FakeCollection(
                        UUID.nameUUIDFromBytes(namespace.getBytes(StandardCharsets.UTF_8)), new BsonDocument()));
        if (!request.body().containsKey("stage")) {
            return write(collection, request, statements(request), ordered(request));
        }
        BsonDocument trial = write(collection.copy(), request, statements(request), true);
        stages.put(request.body().getInt64("stage").getValue(), request);
        BsonDocument reply = new BsonDocument("n", new BsonInt32(0));
        int staged = statements(request).size();
        if (trial.containsKey("writeErrors")) {
            BsonArray errors = trial.getArray("writeErrors");
            staged = errors.get(0).asDocument().getInt32("index").getValue();
            reply.append("writeErrors", errors);
        }
        return reply.append("staged", new BsonInt32(staged));
    }

    private BsonDocument decide(BsonDocument body) {
        ShardRequest staged = stages.remove(body.getInt64("_decideStage").getValue());
        if (staged == null) {
            throw new CommandException(ErrorCode.NO_SUCH_TRANSACTION, "there is no staged batch");
        }
        int keep = body.getInt32("keep").getValue();
        return keep == 0
                ? new BsonDocument()
                : write(collection(staged), staged, statements(staged).subList(0, keep), true);
    }

    private static boolean ordered(ShardRequest request) {
        return !request.body().containsKey("ordered")
                || request.body().getBoolean("ordered").getValue();
    }

    private static List<? extends BsonDocument> statements(ShardRequest request) {
        if (request.sequenceField() != null) {
            return request.documents();
        }
        String field = switch (commandOf(request)) {
            case "insert" -> "documents";
            case "update" -> "updates";
            default -> "deletes";
        };
        return request.body().getArray(field).stream()
                .map(value -> BsonBytes.raw(value.asDocument()))
                .toList();
    }

    private static BsonDocument write(
            FakeCollection collection, ShardRequest request, List<? extends BsonDocument> statements, boolean ordered) {
        int n = 0;
        int modified = 0;
        BsonArray errors = new BsonArray();
        BsonArray upserted = new BsonArray();
        for (int i = 0; i < statements.size() && (errors.isEmpty() || !ordered); i++) {
            try {
                switch (commandOf(request)) {
                    case "insert" -> {
                        collection.insert(BsonBytes.raw(statements.get(i)));
                        n++;
                    }
                    case "update" -> {
                        BsonDocument result = collection.update(statements.get(i));
                        n += result.getInt32("n").getValue();
                        modified += result.getInt32("nModified").getValue();
                        if (result.containsKey("upserted")) {
                            upserted.add(
                                    new BsonDocument("index", new BsonInt32(i)).append("_id", result.get("upserted")));
                        }
                    }
                    default -> n += collection.delete(statements.get(i));
                }
            } catch (CommandException refusal) {
                errors.add(new BsonDocument("index", new BsonInt32(i))
                        .append("code", new BsonInt32(refusal.code().number()))
                        .append("errmsg", new BsonString(refusal.text())));
            }
        }
        BsonDocument reply = new BsonDocument("n", new BsonInt32(n));
        if (commandOf(request).equals("update")) {
            reply.append("nModified", new BsonInt32(modified));
        }
        if (!upserted.isEmpty()) {
            reply.append("upserted", upserted);
        }
        if (!errors.isEmpty()) {
            reply.append("writeErrors", errors);
        }
        return reply;
    }

    @Override
    public void close() {
        cursors.clear();
    }
}
