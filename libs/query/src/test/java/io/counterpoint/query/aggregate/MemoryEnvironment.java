package io.counterpoint.query.aggregate;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.flow.CollectionReplacement;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.MergeStatement;
import io.counterpoint.query.aggregate.flow.PipelineEnvironment;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.memory.StageMemory;
import io.counterpoint.query.update.Update;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Collections of one database as plain lists; hands out ids that count. */
final class MemoryEnvironment implements PipelineEnvironment {
    static final String DATABASE = "db";

    private final Map<String, List<BsonDocument>> collections = new TreeMap<>();
    private final QueryContext query;
    private int lastId;
    private int openCount;
    private int readCount;

    MemoryEnvironment(QueryContext query) {
        this.query = query;
    }

    StageContext context(String collection) {
        return new StageContext(
                DATABASE, collection, query, this, StageMemory.withoutDisk(Limits.BLOCKING_STAGE_BYTES_MAX));
    }

    List<BsonDocument> collection(String name) {
        return collections.computeIfAbsent(name, absent -> new ArrayList<>());
    }

    /** How many iterators were handed out and not closed. */
    int openCount() {
        return openCount;
    }

    /** How often another collection was read. */
    int readCount() {
        return readCount;
    }

    /** An iterator that counts as open until it is closed. */
    DocumentIterator counted(DocumentIterator inner) {
        openCount++;
        return new DocumentIterator() {
            private boolean closed;

            @Override
            public boolean hasNext() {
                return inner.hasNext();
            }

            @Override
            public BsonDocument next() {
                return inner.next();
            }

            @Override
            public void close() {
                inner.close();
                if (!closed) {
                    closed = true;
                    openCount--;
                }
            }
        };
    }

    DocumentIterator scan(String name) {
        return counted(DocumentIterator.over(
                collection(name).stream().map(BsonBytes::raw).toList()));
    }

    @Override
    public DocumentIterator aggregate(
            String database, String collection, List<BsonDocument> pipeline, QueryContext variables) {
        readCount++;
        StageContext context = new StageContext(
                database, collection, variables, this, StageMemory.withoutDisk(Limits.BLOCKING_STAGE_BYTES_MAX));
        return Pipeline.parse(pipeline, variables).run(scan(collection), context);
    }

    @Override
    public DocumentIterator collStats(String database, String collection, BsonDocument options) {
        return one("ns", database + "." + collection, options);
    }

    @Override
    public DocumentIterator indexStats(String database, String collection) {
        return one("ns", database + "." + collection, new BsonDocument());
    }

    @Override
    public DocumentIterator currentOp(BsonDocument options) {
        return one("op", "none", options);
    }

    @Override
    public DocumentIterator listLocalSessions(BsonDocument options) {
        return one("session", "none", options);
    }

    @Override
    public CollectionReplacement replaceCollection(String database, String collection) {
        List<BsonDocument> written = new ArrayList<>();
        return new CollectionReplacement() {
            @Override
            public void add(List<BsonDocument> documents) {
                written.addAll(documents);
            }

            @Override
            public void commit() {
                collections.put(collection, written);
            }

            @Override
            public void close() {
                // What was not committed is garbage.
            }
        };
    }

    @Override
    public void insert(String database, String collection, List<BsonDocument> documents) {
        for (BsonDocument document : documents) {
            insert(collection, document);
        }
    }

    @Override
    public int update(String database, String collection, List<MergeStatement> statements, Collation collation) {
        int affected = 0;
        for (MergeStatement statement : statements) {
            affected += apply(collection, statement, query.withCollation(collation)) ? 1 : 0;
        }
        return affected;
    }

    @Override
    public BsonValue newId() {
        lastId++;
        return new BsonString("id" + lastId);
    }

    @Override
    public List<String> mergeFields(String database, String collection) {
        return List.of("_id");
    }

    @Override
    public boolean isUnique(String database, String collection, List<String> fields, Collation collation) {
        return !fields.contains("notUnique");
    }

    private void insert(String collection, BsonDocument document) {
        BsonValue id = document.get("_id");
        for (BsonDocument other : collection(collection)) {
            BsonValue otherId = other.get("_id");
            if (id != null && otherId != null && BsonOrder.equal(id, otherId)) {
                throw new CommandException(ErrorCode.DUPLICATE_KEY, "E11000 duplicate key error");
            }
        }
        collection(collection).add(document);
    }

    private boolean apply(String collection, MergeStatement statement, QueryContext context) {
        QueryContext variables = context.withLet(statement.c());
        Filter filter = Filter.parse(statement.q(), variables);
        Update update = Update.parse(statement.u(), null, variables);
        List<BsonDocument> documents = collection(collection);
        for (int i = 0; i < documents.size(); i++) {
            if (filter.matches(documents.get(i))) {
                documents.set(i, update.apply(documents.get(i), filter).document());
                return true;
            }
        }
        if (!statement.upsert()) {
            return false;
        }
        insert(
                collection,
                statement.upsertSupplied() ? statement.c().getDocument("new") : update.upsertDocument(filter));
        return true;
    }

    private static DocumentIterator one(String name, String value, BsonDocument options) {
        BsonDocument document = new BsonDocument(name, new BsonString(value));
        document.putAll(options);
        document.append("n", new BsonInt32(1));
        return DocumentIterator.over(Arrays.asList(document));
    }
}
