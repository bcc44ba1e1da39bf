package io.counterpoint.shard.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.path.PathReader;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.sort.SortPattern;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.index.IndexEntries;
import io.counterpoint.shard.index.IndexKeys;
import io.counterpoint.shard.index.KeyClaims;
import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.MemoryStore;
import io.counterpoint.shard.storage.OverlayView;
import io.counterpoint.shard.storage.StoreCursor;
import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonNull;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/**
 * Goal: whatever plan is chosen or hinted, it gives exactly the documents that a scan of the collection gives (less
 * those that a hinted partial index does not have), in the order asked for. Method: small random collections whose
 * values collide often, random indexes of all kinds and collations, random filters and orders.
 */
class IndexScanPropertyTest {
    private static final int ROUNDS = 300;
    private static final int REQUESTS_PER_ROUND = 25;

    @Test
    void anyPlanGivesWhatAFullScanGives() {
        Seeds.run(IndexScanPropertyTest.class, ROUNDS, random -> new Round(random).run());
    }

    private static final class Round {
        private final SeededRandom random;
        private final RandomQueries queries;
        private final OverlayView view = new OverlayView(new MemoryStore());
        private final Map<Long, RawDocument> documents = new TreeMap<>();
        private final IndexEntries entries = new IndexEntries();
        private CollectionDescription collection;

        Round(SeededRandom random) {
            this.random = random;
            this.queries = new RandomQueries(random);
            this.collection = new CollectionDescription(
                    1,
                    new Namespace("test", "c"),
                    new UUID(1, 2),
                    new BsonDocument(),
                    List.of(IndexDescription.onId().withId(1)));
        }

        void run() {
            int indexCount = random.between(1, 4);
            for (int i = 0; i < indexCount; i++) {
                addIndex(i + 2);
            }
            int documentCount = random.between(0, 40);
            for (int i = 0; i < documentCount; i++) {
                insert(i + 1);
            }
            for (int i = random.between(0, 30); i > 0 && !documents.isEmpty(); i--) {
                change(random.pick(List.copyOf(documents.keySet())));
            }
            checkEntries();
            for (int i = 0; i < REQUESTS_PER_ROUND; i++) {
                check(queries.filter(), queries.sort());
            }
        }

        private void addIndex(int id) {
            try {
                IndexDescription index =
                        IndexDescription.fromSpec(queries.indexSpec("i" + id)).withId(id);
                collection.existing(index);
                collection = collection.withIndex(index);
            } catch (CommandException refused) {
                // No filter for a partial index, or an index like one that is there: the round goes on without it.
            }
        }

        private void insert(long recordId) {
            RawDocument document = BsonBytes.raw(queries.document(recordId));
            int mark = view.mark();
            try {
                if (entries.insert(view, KeyClaims.FREE, collection, recordId, document) != null) {
                    view.rollback(mark);
                    return;
                }
            } catch (CommandException parallelArrays) {
                view.rollback(mark);
                return;
            }
            view.put(ColumnFamily.DOCUMENTS, Records.key(1, recordId), document.array());
            documents.put(recordId, document);
            collection = entries.withNewMultikeyFields(collection);
        }

        private void change(long recordId) {
            RawDocument old = document(recordId);
            if (random.oneIn(4)) {
                entries.remove(view, KeyClaims.FREE, collection, recordId, old);
                view.delete(ColumnFamily.DOCUMENTS, Records.key(1, recordId));
                documents.remove(recordId);
                return;
            }
            RawDocument changed = BsonBytes.raw(queries.document(recordId));
            int mark = view.mark();
            try {
                if (entries.update(view, KeyClaims.FREE, collection, recordId, old, changed) != null) {
                    view.rollback(mark);
                    return;
                }
            } catch (CommandException parallelArrays) {
                view.rollback(mark);
                return;
            }
            view.put(ColumnFamily.DOCUMENTS, Records.key(1, recordId), changed.array());
            documents.put(recordId, changed);
            collection = entries.withNewMultikeyFields(collection);
        }

        /** Every index has the entries that its documents call for, and no others. */
        private void checkEntries() {
            for (IndexDescription index : collection.indexes()) {
                List<String> expected = new ArrayList<>();
                documents.forEach((recordId, document) -> {
                    IndexKeys keys = new IndexKeys().compute(index, document, recordId);
                    for (int i = 0; i < keys.count(); i++) {
                        expected.add(HexFormat.of().formatHex(keys.key(i)));
                    }
                });
                List<String> stored = new ArrayList<>();
                try (StoreCursor cursor = view.cursor(
                        ColumnFamily.INDEXES,
                        IndexEntries.firstKey(index.id()),
                        IndexEntries.endKey(index.id()),
                        false)) {
                    while (cursor.next()) {
                        stored.add(HexFormat.of().formatHex(cursor.key()));
                    }
                }
                assertThat(stored).as(index.toString()).containsExactlyInAnyOrderElementsOf(expected);
            }
        }

        private void check(BsonDocument filterDocument, BsonDocument sort) {
            Filter filter;
            try {
                filter = Filter.parse(filterDocument, QueryContext.plain().withCollation(queries.collation()));
            } catch (CommandException noFilter) {
                return;
            }
            List<Long> expected = new ArrayList<>();
            documents.forEach((recordId, document) -> {
                if (filter.matches(document)) {
                    expected.add(recordId);
                }
            });
            if (hasParallelArrays(sort, filter, expected)) {
                return;
            }
            PlanRequest request = PlanRequest.of(collection, filter).withSort(sort);
            compare(request, expected);
            compare(request.withLimit(random.between(1, 5)).withSkip(random.between(0, 2)), expected);
            for (IndexDescription index : collection.indexes()) {
                if (!index.sparse() && !index.hidden()) {
                    compare(request.withHint(new BsonString(index.name())), within(index, expected));
                }
            }
            compare(request.withHint(new BsonDocument("$natural", new BsonInt32(-1))), expected);
            compareCount(PlanRequest.of(collection, filter), expected.size());
            compareDistinct(PlanRequest.of(collection, filter), queries.path(), expected);
        }

        /** What a hinted index has of the records: all that its filter selects. */
        private List<Long> within(IndexDescription index, List<Long> records) {
            Filter partial = index.partialFilter();
            return partial == null
                    ? records
                    : records.stream()
                            .filter(recordId -> partial.matches(document(recordId)))
                            .toList();
        }

        private void compareCount(PlanRequest request, int expected) {
            Plan plan = Planner.plan(request.withCountOnly());
            try (PlanRunner runner = new PlanRunner(plan, view, ExecutionGuard.NONE)) {
                int count = 0;
                while (runner.next()) {
                    count++;
                }
                assertThat(count).as(request + "\n" + plan.explain()).isEqualTo(expected);
            }
        }

        private void compareDistinct(PlanRequest request, String path, List<Long> expected) {
            FieldPath field = FieldPath.parse(path);
            ValueOrder order = request.filter().collation().order();
            Plan plan = Planner.plan(request.withDistinct(field));
            TreeSet<BsonValue> wanted = new TreeSet<>(order);
            expected.forEach(recordId -> collectValues(document(recordId), field, wanted));
            TreeSet<BsonValue> found = new TreeSet<>(order);
            try (PlanRunner runner = new PlanRunner(plan, view, ExecutionGuard.NONE)) {
                while (runner.next()) {
                    collectValues(runner.document(), field, found);
                }
            }
            assertThat(List.copyOf(found))
                    .as(path + " of " + request + "\n" + plan.explain())
                    .usingElementComparator(order)
                    .isEqualTo(List.copyOf(wanted));
        }

        private static void collectValues(RawDocument document, FieldPath path, Set<BsonValue> values) {
            PathReader.visitDistinctValues(document, path, (value, position) -> {
                if (value != null) {
                    values.add(value);
                }
                return false;
            });
        }

        private RawDocument document(long recordId) {
            return Objects.requireNonNull(documents.get(recordId));
        }

        private boolean hasParallelArrays(BsonDocument sort, Filter filter, List<Long> expected) {
            try {
                SortPattern pattern = SortPattern.parse(sort, filter.collation().order());
                expected.forEach(recordId -> pattern.key(document(recordId)));
                return false;
            } catch (CommandException refused) {
                return true;
            }
        }

        private void compare(PlanRequest request, List<Long> expected) {
            Plan plan;
            try {
                plan = Planner.plan(request);
            } catch (CommandException noPlan) {
                assertThat(noPlan.code().number())
                        .as("a wildcard index is hinted")
                        .isEqualTo(291);
                return;
            }
            List<Long> found = new ArrayList<>();
            try (PlanRunner runner = new PlanRunner(plan, view, ExecutionGuard.NONE)) {
                while (runner.next()) {
                    found.add(runner.recordId());
                    assertThat(runner.document()).isEqualTo(documents.get(runner.recordId()));
                }
            }
            String description = request + "\n" + plan.explain() + "\nindexes " + collection.indexes();
            int wanted = (int) Math.max(0, expected.size() - request.skip());
            wanted = request.limit() == 0 ? wanted : (int) Math.min(wanted, request.limit());
            assertThat(found).as(description).hasSize(wanted).doesNotHaveDuplicates();
            if (request.limit() == 0) {
                assertThat(found).as(description).containsExactlyInAnyOrderElementsOf(expected);
            } else {
                assertThat(expected).as(description).containsAll(found);
            }
            checkOrder(request, found, expected, description);
        }

        private void checkOrder(PlanRequest request, List<Long> found, List<Long> expected, String description) {
            SortPattern pattern = SortPattern.parse(
                    request.sort(), request.filter().collation().order());
            List<BsonValue[]> keys = new ArrayList<>();
            for (Long recordId : expected) {
                keys.add(pattern.key(document(recordId)));
            }
            keys.sort(pattern::compareKeys);
            for (int i = 0; i < found.size(); i++) {
                BsonValue[] key = pattern.key(document(found.get(i)));
                int at = (int) request.skip() + i;
                assertThat(pattern.compareKeys(key, keys.get(at)))
                        .as(description)
                        .isZero();
            }
        }
    }

    /** Documents, filters, orders and indexes over a few names and values. */
    private static final class RandomQueries {
        private static final List<String> FIELDS = List.of("a", "b", "c");
        private static final List<String> TEXTS = List.of("", "a", "A", "ä", "ab", "a-b", "a10", "a9", "b", "B");
        private static final List<Collation> COLLATIONS = Stream.of(
                        "{locale: 'simple'}",
                        "{locale: 'en', strength: 2}",
                        "{locale: 'de', strength: 1}",
                        "{locale: 'en', numericOrdering: true, alternate: 'shifted'}")
                .map(document -> Collation.parse(BsonDocument.parse(document)))
                .toList();
        private static final List<String> PATHS = List.of("a", "b", "c", "a.b", "a.c", "b.a", "a.0", "a.0.b", "_id");

        private final SeededRandom random;

        /** The few paths of this round: filters, orders and indexes must meet each other. */
        private final List<String> paths;

        RandomQueries(SeededRandom random) {
            this.random = random;
            this.paths = List.of(random.pick(PATHS), random.pick(PATHS), random.pick(PATHS), random.pick(PATHS));
        }

        BsonDocument document(long recordId) {
            BsonDocument document = new BsonDocument("_id", new BsonInt64(recordId));
            for (String field : FIELDS) {
                if (!random.oneIn(4)) {
                    document.append(field, value(2));
                }
            }
            return document;
        }

        private BsonValue value(int depth) {
            return switch (depth == 0 ? random.between(0, 5) : random.between(0, 9)) {
                case 0, 1, 2 -> number();
                case 3 -> new BsonString(random.pick(TEXTS));
                case 4 ->
                    random.pick(List.of(
                            BsonNull.VALUE,
                            BsonBoolean.TRUE,
                            new BsonDouble(Double.NaN),
                            new BsonDateTime(5),
                            new BsonRegularExpression("a"),
                            new BsonUndefined(),
                            new BsonMaxKey()));
                case 5 -> number();
                case 6, 7 -> inner(depth);
                default -> array(depth);
            };
        }

        private BsonValue number() {
            int number = random.between(0, 4);
            return switch (random.between(0, 3)) {
                case 0 -> new BsonInt32(number);
                case 1 -> new BsonInt64(number);
                case 2 -> new BsonDouble(number);
                default -> new BsonDouble(number + 0.5);
            };
        }

        private BsonDocument inner(int depth) {
            BsonDocument inner = new BsonDocument();
            for (String field : FIELDS) {
                if (random.oneIn(2)) {
                    inner.append(field, value(depth - 1));
                }
            }
            return inner;
        }

        private BsonArray array(int depth) {
            BsonArray array = new BsonArray();
            int size = random.between(0, 3);
            for (int i = 0; i < size; i++) {
                array.add(random.oneIn(2) ? inner(depth) : value(depth - 1));
            }
            return array;
        }

        BsonDocument indexSpec(String name) {
            return random.oneIn(4) ? wildcardSpec(name) : ordinarySpec(name);
        }

        private BsonDocument wildcardSpec(String name) {
            String field = random.oneIn(4) ? random.pick(FIELDS) + ".$**" : "$**";
            BsonDocument spec = new BsonDocument(
                            "key", new BsonDocument(field, new BsonInt32(random.nextBoolean() ? 1 : -1)))
                    .append("name", new BsonString(name));
            if (field.equals("$**") && random.oneIn(3)) {
                BsonBoolean kept = BsonBoolean.valueOf(random.nextBoolean());
                BsonDocument projection = new BsonDocument(random.pick(FIELDS), kept)
                        .append(random.pick(List.of("a.b", "b.a", "c.c")), kept);
                if (random.oneIn(3)) {
                    projection.append("_id", BsonBoolean.valueOf(random.nextBoolean()));
                }
                spec.append("wildcardProjection", projection);
            }
            if (random.oneIn(4)) {
                spec.append("partialFilterExpression", partial());
            }
            return spec;
        }

        private BsonDocument ordinarySpec(String name) {
            BsonDocument key = new BsonDocument();
            int size = random.between(1, 3);
            for (int i = 0; i < size; i++) {
                String path = random.pick(paths);
                key.put(path, new BsonInt32(random.nextBoolean() ? 1 : -1));
            }
            if (key.size() == 1 && key.containsKey("_id")) {
                key.put("b", new BsonInt32(1));
            }
            if (random.oneIn(6)) {
                key.put(random.pick(List.of("a", "b", "_id")), new BsonString("hashed"));
            }
            BsonDocument spec = new BsonDocument("key", key).append("name", new BsonString(name));
            if (random.oneIn(4)) {
                spec.append("sparse", BsonBoolean.TRUE);
            } else if (random.oneIn(4)) {
                spec.append("partialFilterExpression", partial());
            }
            if (random.oneIn(2)) {
                spec.append("collation", collation().toDocument());
            }
            if (random.oneIn(5) && !key.containsValue(new BsonString("hashed"))) {
                spec.append("unique", BsonBoolean.TRUE);
            } else if (random.oneIn(6)) {
                spec.append("prepareUnique", BsonBoolean.TRUE);
            } else if (random.oneIn(6)) {
                spec.append("hidden", BsonBoolean.TRUE);
            }
            return spec;
        }

        Collation collation() {
            return random.pick(COLLATIONS);
        }

        String path() {
            return random.pick(paths);
        }

        private BsonDocument partial() {
            String path = random.pick(paths);
            return switch (random.between(0, 4)) {
                case 0 -> new BsonDocument(path, new BsonDocument("$exists", BsonBoolean.TRUE));
                case 2 -> new BsonDocument(path, new BsonDocument("$type", new BsonString("null")));
                case 1 -> new BsonDocument(path, value(0));
                default ->
                    new BsonDocument(
                            path, new BsonDocument(random.pick(List.of("$gt", "$gte", "$lt", "$lte")), value(0)));
            };
        }

        BsonDocument filter() {
            BsonDocument filter = new BsonDocument();
            int size = random.between(0, 3);
            for (int i = 0; i < size; i++) {
                if (random.oneIn(5)) {
                    BsonArray branches = new BsonArray(List.of(filter(), predicate(random.pick(paths))));
                    filter.append(random.pick(List.of("$or", "$and", "$nor")), branches);
                } else {
                    filter.putAll(predicate(random.pick(paths)));
                }
            }
            return filter;
        }

        private BsonDocument predicate(String path) {
            if (random.oneIn(3)) {
                return new BsonDocument(path, value(1));
            }
            BsonDocument operators = operators();
            if (random.oneIn(4)) {
                operators.putAll(operators());
            }
            if (random.oneIn(8)) {
                operators = new BsonDocument("$not", operators);
            } else if (random.oneIn(8)) {
                operators = new BsonDocument("$elemMatch", operators);
            } else if (random.oneIn(12)) {
                operators = new BsonDocument("$elemMatch", new BsonDocument("$elemMatch", operators));
            } else if (random.oneIn(12)) {
                operators = new BsonDocument("$elemMatch", new BsonDocument("b", value(0)).append("c", operators()));
            }
            return new BsonDocument(path, operators);
        }

        private BsonDocument operators() {
            return switch (random.between(0, 5)) {
                case 0 -> {
                    BsonArray members = new BsonArray();
                    int size = random.between(0, 4);
                    for (int i = 0; i < size; i++) {
                        members.add(value(1));
                    }
                    yield new BsonDocument(random.oneIn(5) ? "$nin" : "$in", members);
                }
                case 1 -> new BsonDocument("$exists", BsonBoolean.valueOf(random.nextBoolean()));
                case 2 -> new BsonDocument(random.pick(List.of("$eq", "$ne")), value(1));
                default -> {
                    BsonDocument range = new BsonDocument(random.pick(List.of("$gt", "$gte")), value(0));
                    if (random.nextBoolean()) {
                        range.append(random.pick(List.of("$lt", "$lte")), value(0));
                    }
                    yield range;
                }
            };
        }

        BsonDocument sort() {
            BsonDocument sort = new BsonDocument();
            int size = random.oneIn(3) ? 0 : random.between(1, 3);
            for (int i = 0; i < size; i++) {
                sort.put(random.pick(paths), new BsonInt32(random.nextBoolean() ? 1 : -1));
            }
            return sort;
        }
    }
}
