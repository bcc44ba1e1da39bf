package io.counterpoint.router.fake;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.sort.SortPattern;
import io.counterpoint.query.update.Update;
import io.counterpoint.query.update.UpdateOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** A collection of a fake shard: documents in the order of their insertion, and the specs of its indexes. */
final class FakeCollection {
    final UUID uuid;
    final BsonDocument options;
    final List<BsonDocument> indexes = new ArrayList<>();
    final List<RawDocument> documents = new ArrayList<>();

    FakeCollection(UUID uuid, BsonDocument options) {
        this.uuid = uuid;
        this.options = options.clone();
        indexes.add(BsonDocument.parse("{v: 2, key: {_id: 1}, name: '_id_'}"));
    }

    FakeCollection copy() {
        FakeCollection copy = new FakeCollection(uuid, options);
        copy.indexes.clear();
        copy.indexes.addAll(indexes);
        copy.documents.addAll(documents);
        return copy;
    }

    List<RawDocument> find(BsonDocument filter, @Nullable BsonDocument sort) {
        Filter parsed = Filter.parse(filter, QueryContext.plain());
        List<RawDocument> found =
                new ArrayList<>(documents.stream().filter(parsed::matches).toList());
        if (sort != null && !sort.isEmpty()) {
            found.sort((a, b) -> SortPattern.parse(sort).comparator().compare(a, b));
        }
        return found;
    }

    void insert(RawDocument document) {
        checkUnique(document, null);
        documents.add(document);
    }

    private void checkUnique(RawDocument document, @Nullable RawDocument replaced) {
        for (BsonDocument index : indexes) {
            String field = index.getDocument("key").getFirstKey();
            boolean unique = field.equals("_id") || index.containsKey("unique");
            BsonValue value = document.get(field);
            if (!unique || value == null) {
                continue;
            }
            for (RawDocument other : documents) {
                boolean same = replaced != null && other.sameBytes(replaced);
                BsonValue theirs = other.get(field);
                if (!same && theirs != null && BsonOrder.equal(theirs, value)) {
                    throw new CommandException(
                            ErrorCode.DUPLICATE_KEY,
                            "E11000 duplicate key error index: "
                                    + index.getString("name").getValue());
                }
            }
        }
    }

    /** Runs a statement of an update: {@code {n, nModified, upserted?}}. */
    BsonDocument update(BsonDocument statement) {
        BsonDocument filter = statement.getDocument("q");
        Update update = Update.parse(statement.get("u", BsonNull.VALUE), null, QueryContext.plain());
        Filter parsed = Filter.parse(filter, QueryContext.plain());
        boolean multi = isTrue(statement, "multi");
        int matched = 0;
        int modified = 0;
        for (RawDocument document : find(filter, statement.getDocument("sort", new BsonDocument()))) {
            UpdateOutcome outcome = update.apply(document, parsed);
            RawDocument changed = BsonBytes.raw(outcome.document());
            checkUnique(changed, document);
            documents.set(documents.indexOf(document), changed);
            matched++;
            modified += outcome.modified() ? 1 : 0;
            if (!multi) {
                break;
            }
        }
        BsonDocument result =
                new BsonDocument("n", new BsonInt32(matched)).append("nModified", new BsonInt32(modified));
        if (matched == 0 && isTrue(statement, "upsert")) {
            BsonDocument made = new BsonDocument();
            BsonDocument seed = update.upsertDocument(parsed);
            made.put("_id", seed.get("_id", statement.get("upsertId", new BsonObjectId(new ObjectId()))));
            made.putAll(seed);
            insert(BsonBytes.raw(made));
            result.put("n", new BsonInt32(1));
            result.append("upserted", made.get("_id"));
        }
        return result;
    }

    int delete(BsonDocument statement) {
        List<RawDocument> found = find(statement.getDocument("q"), null);
        int limit = statement.getNumber("limit").intValue() == 1 ? 1 : Integer.MAX_VALUE;
        List<RawDocument> removed = found.subList(0, Math.min(limit, found.size()));
        documents.removeAll(removed);
        return removed.size();
    }

    static boolean isTrue(BsonDocument document, String field) {
        return document.get(field) != null
                && document.get(field).isBoolean()
                && document.getBoolean(field).getValue();
    }
}
