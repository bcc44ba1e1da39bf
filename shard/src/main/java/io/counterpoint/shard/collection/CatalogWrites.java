package io.counterpoint.shard.collection;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.time.Clock;
import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.sequence.declaration.AutoincrementOption;
import io.counterpoint.sequence.declaration.SequenceDeclaration;
import io.counterpoint.sequence.mode.SequenceMode;
import io.counterpoint.sequence.mode.SequenceNumbers;
import io.counterpoint.sequence.mode.Step;
import io.counterpoint.shard.catalog.CatalogRows;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.CollectionOptions;
import io.counterpoint.shard.catalog.DocumentValidation;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.catalog.ViewDefinition;
import io.counterpoint.shard.catalog.ViewGraph;
import io.counterpoint.shard.index.IndexEntries;
import io.counterpoint.shard.index.RecordCounts;
import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.index.UniqueConversion;
import io.counterpoint.shard.loop.WriteContext;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.StoreCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Creates, changes and drops collections and indexes, inside the write loop. Counter rows are part of it: they come, go
 * and move with their collection, in the same batch.
 */
public final class CatalogWrites {
    /** The same on every shard: it is the same collection everywhere. */
    private static final UUID COUNTERS_UUID = new UUID(0x436f756e74004000L, 0x8000726573000000L);

    private final CollectionWriter writer;
    private final Garbage garbage;
    private final Clock clock;

    /**
     * Changes the catalog.
     *
     * @param writer stores counter rows
     * @param garbage takes what dropped collections and indexes stored
     * @param clock says since when an index is there, which is kept in memory only
     */
    public CatalogWrites(CollectionWriter writer, Garbage garbage, Clock clock) {
        this.writer = writer;
        this.garbage = garbage;
        this.clock = clock;
    }

    /**
     * The collection a write addresses, checked against what its router believes; null when it is not there.
     *
     * @throws CommandException CommandNotSupportedOnView (166), StaleConfig (13388)
     */
    static @Nullable CollectionDescription find(
            WriteContext context, Namespace namespace, @Nullable RoutingVersion expected) {
        CollectionDescription collection = context.catalog().find(namespace);
        if (expected != null) {
            expected.check(namespace, collection == null ? null : collection.uuid());
        }
        if (collection != null && collection.isView()) {
            throw ViewDefinition.notACollection(namespace);
        }
        return collection;
    }

    /**
     * Whether a batch of writes addresses a view. Then its statements are refused, as MongoDB does it one by one.
     *
     * @param outcome gets the refusals: of the first statement if the batch is ordered, else of all
     * @throws CommandException StaleConfig (13388)
     */
    static boolean refuseOnView(WriteContext context, BatchWrite write, int statementCount, WriteOutcome outcome) {
        CollectionDescription found = context.catalog().find(write.namespace());
        if (found == null || !found.isView()) {
            return false;
        }
        RoutingVersion expected = write.expected();
        if (expected != null) {
            expected.check(write.namespace(), found.uuid());
        }
        int refused = write.ordered() ? Math.min(1, statementCount) : statementCount;
        for (int i = 0; i < refused; i++) {
            outcome.fail(i, ViewDefinition.notACollection(write.namespace()));
        }
        return true;
    }

    /**
     * The collection a write addresses, made if it is not there.
     *
     * @param newCollection identity of a collection that has to be made; null refuses to make one
     * @throws CommandException NamespaceNotFound (26) when it is not there and must not be made; StaleConfig (13388)
     */
    public CollectionDescription findOrCreate(
            WriteContext context,
            Namespace namespace,
            @Nullable RoutingVersion expected,
            @Nullable UUID newCollection) {
        CollectionDescription collection = find(context, namespace, expected);
        if (collection != null) {
            return collection;
        }
        if (newCollection == null) {
            throw new CommandException(ErrorCode.NAMESPACE_NOT_FOUND, "ns does not exist: " + namespace);
        }
        return create(context, namespace, newCollection, new BsonDocument(), List.of());
    }

    /**
     * Makes a collection with its index on {@code _id}, its counter rows at 0 and their unique indexes; or a view.
     *
     * @param options as given to {@code create}
     * @param specs further indexes
     * @throws CommandException NamespaceExists (48) when the name is taken, and what the options or specs are refused
     *     with
     */
    public CollectionDescription create(
            WriteContext context, Namespace namespace, UUID uuid, BsonDocument options, List<BsonDocument> specs) {
        if (context.catalog().find(namespace) != null) {
            throw exists(namespace);
        }
        if (namespace.collection().startsWith("system.")) {
            throw new CommandException(ErrorCode.INVALID_NAMESPACE, "Invalid system namespace: " + namespace);
        }
        CollectionOptions.checkSupported(options);
        if (options.containsKey(ViewDefinition.VIEW_ON)) {
            return createView(context, namespace, uuid, options);
        }
        DocumentValidation.check("create", namespace, options);
        CollectionDescription collection = new CollectionDescription(
                CatalogRows.nextCollectionId(context.committed()),
                namespace,
                uuid,
                DocumentValidation.changed(CollectionOptions.withWholeCollation(options), new BsonDocument()),
                List.of());
        collection = collection.withIndex(numbered(context, IndexDescription.onId(collection.collation())));
        for (BsonDocument spec : specs) {
            collection = addIndex(context, collection, IndexDescription.fromSpec(spec));
        }
        for (SequenceDeclaration sequence : collection.autoincrement()) {
            collection = ensureUniqueIndex(context, collection, sequence.field());
        }
        RecordCounts.start(context.committed(), collection.id());
        save(context, collection);
        for (SequenceDeclaration sequence : collection.autoincrement()) {
            storeRow(context, namespace, sequence, sequence.local().initial());
        }
        return collection;
    }

    private CollectionDescription createView(
            WriteContext context, Namespace namespace, UUID uuid, BsonDocument options) {
        CollectionDescription view = new CollectionDescription(
                CatalogRows.nextCollectionId(context.committed()),
                namespace,
                uuid,
                ViewDefinition.checked(namespace, options),
                List.of());
        ViewGraph.check(context.catalog(), view);
        save(context, view);
        return view;
    }

    /**
     * Changes what a view shows.
     *
     * @param changes {@code viewOn}, {@code pipeline} or both, as sent
     * @param refuseCycles false for a change that is decided: another view may have closed a cycle since it was checked
     * @throws CommandException as for a new view
     */
    void changeView(WriteContext context, CollectionDescription view, BsonDocument changes, boolean refuseCycles) {
        CollectionDescription changed =
                view.withOptions(ViewDefinition.changed(view.namespace(), view.options(), changes));
        if (refuseCycles) {
            ViewGraph.check(context.catalog(), changed);
        }
        save(context, changed);
    }

    /** NamespaceExists (48). */
    public static CommandException exists(Namespace namespace) {
        return new CommandException(ErrorCode.NAMESPACE_EXISTS, "Collection " + namespace + " already exists.");
    }

    /**
     * Waits until no transaction and no staged batch has changes of a collection: they were made for its indexes,
     * options and name as they are.
     */
    static void awaitUnchanged(WriteContext context, CollectionDescription collection) {
        context.awaitFree(ColumnFamily.DOCUMENTS, Records.firstKey(collection.id()));
        for (IndexDescription index : collection.indexes()) {
            context.awaitFree(ColumnFamily.INDEXES, IndexEntries.firstKey(index.id()));
        }
    }

    /** Removes a collection with its indexes and counter rows. */
    public void drop(WriteContext context, CollectionDescription collection) {
        awaitUnchanged(context, collection);
        CatalogRows.remove(context.committed(), collection.namespace());
        context.replaceCatalog(context.catalog().without(collection.uuid()));
        garbage.discard(context, collection);
        RecordCounts.end(context.committed(), collection.id());
        for (SequenceDeclaration sequence : collection.autoincrement()) {
            removeRow(context, collection.namespace(), sequence.field());
        }
        context.forgetCached();
    }

    /**
     * Gives a collection another name. Its counter rows move along with their numbers.
     *
     * @param target not taken by another collection (any more)
     */
    public CollectionDescription rename(WriteContext context, CollectionDescription collection, Namespace target) {
        awaitUnchanged(context, collection);
        List<BsonValue> lasts = new ArrayList<>();
        for (SequenceDeclaration sequence : collection.autoincrement()) {
            RawDocument row = removeRow(context, collection.namespace(), sequence.field());
            BsonValue last = row == null ? null : row.get(AutoincrementOption.ROW_LAST);
            lasts.add(
                    last == null
                            ? SequenceNumbers.toBson(writer.raisedByStored(
                                    context,
                                    collection,
                                    sequence,
                                    sequence.local().initial()))
                            : last);
        }
        CatalogRows.remove(context.committed(), collection.namespace());
        CollectionDescription renamed = collection.withNamespace(target);
        save(context, renamed);
        for (int i = 0; i < lasts.size(); i++) {
            storeRow(context, target, collection.autoincrement().get(i), lasts.get(i));
        }
        context.forgetCached();
        return renamed;
    }

    /**
     * Adds an index and files all documents in it.
     *
     * @return the collection with the index; the same object when the index is there already
     * @throws CommandException DuplicateKey (11000) when the index is unique and two documents share a key; conflicts
     *     with other indexes (85, 86)
     */
    public CollectionDescription createIndex(
            WriteContext context, CollectionDescription collection, IndexDescription requested) {
        if (collection.existing(requested) != null) {
            return collection;
        }
        awaitUnchanged(context, collection);
        CollectionDescription changed = addIndex(context, collection, requested);
        save(context, changed);
        return changed;
    }

    /**
     * Enters a new index that is being built: it has no entries yet.
     *
     * @return the collection with the index at the end
     */
    CollectionDescription beginIndex(
            WriteContext context, CollectionDescription collection, IndexDescription requested) {
        awaitUnchanged(context, collection);
        IndexDescription index = numbered(context, requested).withBuilding(true);
        CollectionDescription changed = collection.withIndex(index);
        save(context, changed);
        return changed;
    }

    private IndexDescription numbered(WriteContext context, IndexDescription index) {
        IndexDescription numbered = index.withId(CatalogRows.nextIndexId(context.committed()));
        numbered.uses().begin(clock.millis());
        return numbered;
    }

    private CollectionDescription addIndex(
            WriteContext context, CollectionDescription collection, IndexDescription requested) {
        if (collection.existing(requested) != null) {
            return collection;
        }
        IndexDescription index = numbered(context, requested.within(collection.collation()));
        CollectionDescription changed = collection.withIndex(index);
        try (StoreCursor records = Records.scan(context.view(), collection.id(), false)) {
            while (records.next()) {
                changed = writer.fileIn(
                        context, changed, index, Records.recordId(records.key()), RawDocument.of(records.value()));
            }
        }
        return changed;
    }

    private CollectionDescription ensureUniqueIndex(
            WriteContext context, CollectionDescription collection, String field) {
        BsonDocument key = new BsonDocument(field, new BsonInt32(1));
        return collection.indexesOn(key).isEmpty()
                ? addIndex(context, collection, IndexDescription.uniqueOn(field))
                : collection;
    }

    /**
     * Makes an index unique.
     *
     * @throws CommandException CannotConvertIndexToUnique (359) when documents share a key
     */
    CollectionDescription makeUnique(WriteContext context, CollectionDescription collection, IndexDescription index) {
        awaitUnchanged(context, collection);
        UniqueConversion.check(context.view(), collection, index);
        IndexDescription unique = numbered(context, index).withUnique(true).withPrepareUnique(false);
        UniqueConversion.convert(context.view(), index, unique);
        CollectionDescription changed = collection.withIndexChanged(index.id(), present -> unique);
        save(context, changed);
        garbage.discard(context, index);
        return changed;
    }

    /** Removes an index. */
    public CollectionDescription dropIndex(
            WriteContext context, CollectionDescription collection, IndexDescription index) {
        awaitUnchanged(context, collection);
        CollectionDescription changed = collection.withoutIndex(index.name());
        save(context, changed);
        garbage.discard(context, index);
        return changed;
    }

    /**
     * Declares sequences on a collection that may have documents. Each counter starts at the highest number stored.
     * Documents without the field are numbered in {@code _id} order when asked for.
     *
     * @param option all sequences of the collection from now on; those it has already, told the same way, are left as
     *     they are
     * @param floors by field, what every shard's counter has to be beyond; empty where shards number apart
     * @throws CommandException InvalidOptions (72) when a sequence would be taken away, or when several documents lack
     *     a field and {@code backfill} is false; Overflow (15) when the numbers do not reach
     */
    public CollectionDescription declareSequences(
            WriteContext context,
            CollectionDescription collection,
            BsonValue option,
            Map<String, Long> floors,
            boolean backfill,
            boolean lenient) {
        AutoincrementOption wanted = AutoincrementOption.parse(option);
        List<String> present = collection.autoincrement().stream()
                .map(SequenceDeclaration::field)
                .toList();
        if (!wanted.fields().containsAll(present)) {
            throw new CommandException(
                    ErrorCode.INVALID_OPTIONS, "collMod cannot take autoincrement from a field: " + present);
        }
        awaitUnchanged(context, collection);
        BsonDocument options = collection.options().toTree();
        options.put(AutoincrementOption.NAME, option);
        CollectionDescription changed = collection.withOptions(options);
        for (SequenceDeclaration sequence : wanted.sequences()) {
            String field = sequence.field();
            boolean declared = present.contains(field);
            boolean same = collection.autoincrement().contains(sequence);
            if (same && !backfill) {
                continue;
            }
            long last = sequence.local().initial();
            if (sequence.mode().counts()) {
                // Numbers of other shards, which this mode must not hand out again, lie up to the floor.
                last = sequence.range().raise(last, floors.getOrDefault(field, last));
            }
            last = writer.raisedByStored(context, collection, sequence, last);
            if (declared) {
                last = sequence.range().raise(last, standing(context, collection, sequence, last));
            }
            List<Unnumbered> missing = unnumbered(context, collection, field);
            if (missing.size() > 1 && !lenient) {
                throw new CommandException(
                        ErrorCode.INVALID_OPTIONS,
                        "autoincrement: " + missing.size() + " documents of " + collection.namespace()
                                + " have no field '" + field + "'; backfill: true numbers them");
            }
            // The unique index has room for one document without the field.
            if (backfill || missing.size() > 1) {
                for (Unnumbered document : missing) {
                    Step step = next(context, collection, sequence, last);
                    last = step.last();
                    BsonDocument numbered = document.document.toTree();
                    numbered.put(field, SequenceNumbers.toBson(step.value()));
                    changed =
                            writer.replaceUnobserved(context, changed, document.recordId, document.document, numbered);
                }
            }
            changed = ensureUniqueIndex(context, changed, field);
            storeRow(context, collection.namespace(), sequence, last);
        }
        save(context, changed);
        context.forgetCached();
        return changed;
    }

    /**
     * Changes what documents have to satisfy from now on; those that are stored stay.
     *
     * @param changes options about validation, as sent
     * @throws CommandException as {@link DocumentValidation#check(String, Namespace, BsonDocument)}
     */
    CollectionDescription changeValidation(
            WriteContext context, CollectionDescription collection, BsonDocument changes) {
        DocumentValidation.check("collMod", collection.namespace(), changes);
        awaitUnchanged(context, collection);
        CollectionDescription changed =
                collection.withOptions(DocumentValidation.changed(collection.options(), changes));
        save(context, changed);
        return changed;
    }

    /** Where a declared counter stands, if that means the same before and after a change of its mode. */
    private long standing(
            WriteContext context, CollectionDescription collection, SequenceDeclaration changed, long otherwise) {
        for (SequenceDeclaration before : collection.autoincrement()) {
            boolean comparable = before.field().equals(changed.field())
                    && (before.mode() == changed.mode()
                            || (before.mode().counts() && changed.mode().counts()));
            if (comparable) {
                return writer.lastNumber(context, collection, changed.field());
            }
        }
        return otherwise;
    }

    private Step next(WriteContext context, CollectionDescription collection, SequenceDeclaration sequence, long last) {
        Step step = writer.step(context, sequence, last);
        if (step.outcome() != Step.Outcome.ISSUED) {
            throw new CommandException(
                    ErrorCode.OVERFLOW,
                    "the counter row "
                            + AutoincrementOption.rowId(collection.namespace().toString(), sequence.field())
                            + " would have to go past the end of its range, which is stored already");
        }
        return step;
    }

    /**
     * The highest position that numbers of the fields of an option have reached on this shard: what other shards must
     * stay above when the fields change to a mode whose numbers are all of one row.
     */
    BsonDocument floors(WriteContext context, CollectionDescription collection, BsonValue option) {
        BsonDocument floors = new BsonDocument();
        for (SequenceDeclaration wanted : AutoincrementOption.parse(option).sequences()) {
            if (wanted.mode() == SequenceMode.STRIDED
                    && !collection.autoincrement().contains(wanted)) {
                long initial = wanted.local().initial();
                long standing = standing(context, collection, wanted, initial);
                long floor = writer.raisedByStored(
                        context, collection, wanted, wanted.range().raise(initial, standing));
                floors.append(wanted.field(), new BsonInt64(floor));
            }
        }
        return floors;
    }

    private record Unnumbered(long recordId, RawDocument document) {}

    private static List<Unnumbered> unnumbered(WriteContext context, CollectionDescription collection, String field) {
        List<Unnumbered> missing = new ArrayList<>();
        try (StoreCursor records = Records.scan(context.view(), collection.id(), false)) {
            while (records.next()) {
                RawDocument document = RawDocument.of(records.value());
                if (!document.containsKey(field)) {
                    missing.add(new Unnumbered(Records.recordId(records.key()), document));
                }
            }
        }
        missing.sort((left, right) -> BsonOrder.compare(idOf(left.document), idOf(right.document)));
        return missing;
    }

    private static BsonValue idOf(RawDocument document) {
        BsonValue id = document.get("_id");
        return id == null ? BsonNull.VALUE : id;
    }

    /** Writes a collection's row and shows it to the commands that follow. */
    void save(WriteContext context, CollectionDescription collection) {
        CatalogRows.put(context.committed(), collection);
        context.replaceCatalog(context.catalog().with(collection));
    }

    /** Stores a counter row at a number, in place of one that is there. */
    void storeRow(WriteContext context, Namespace namespace, SequenceDeclaration sequence, long last) {
        storeRow(context, namespace, sequence, SequenceNumbers.toBson(last));
    }

    static RawDocument newRow(Namespace namespace, SequenceDeclaration sequence, long last) {
        return BsonBytes.raw(AutoincrementOption.row(namespace.toString(), sequence, SequenceNumbers.toBson(last)));
    }

    private void storeRow(WriteContext context, Namespace namespace, SequenceDeclaration sequence, BsonValue last) {
        removeRow(context, namespace, sequence.field());
        RawDocument row = BsonBytes.raw(AutoincrementOption.row(namespace.toString(), sequence, last));
        writer.insert(context, counters(context), row, NumberSink.IGNORE);
    }

    private @Nullable RawDocument removeRow(WriteContext context, Namespace namespace, String field) {
        CollectionDescription counters = counters(context);
        BsonString rowId = new BsonString(AutoincrementOption.rowId(namespace.toString(), field));
        OptionalLong recordId =
                IndexEntries.find(context.view(), counters.indexes().get(0), rowId);
        if (recordId.isEmpty()) {
            return null;
        }
        RawDocument row = Records.get(context.view(), counters.id(), recordId.getAsLong());
        if (row != null) {
            writer.delete(context, counters, recordId.getAsLong(), row);
        }
        return row;
    }

    /**
     * Completes what a store of an earlier format, or a new one, lacks: {@code admin.counters} and the counts of
     * records. Removes indexes whose build was broken off.
     */
    public CollectionDescription complete(WriteContext context) {
        for (CollectionDescription collection : List.copyOf(context.catalog().all())) {
            CollectionDescription changed = collection;
            for (IndexDescription index : collection.indexes()) {
                changed = index.building() ? dropIndex(context, changed, index) : changed;
            }
            if (RecordCounts.read(context.committed(), collection.id()).isEmpty()) {
                RecordCounts.startFromRecords(context.committed(), collection.id());
            }
        }
        return counters(context);
    }

    private CollectionDescription counters(WriteContext context) {
        CollectionDescription counters = context.catalog().find(Namespace.COUNTERS);
        return counters != null
                ? counters
                : create(context, Namespace.COUNTERS, COUNTERS_UUID, new BsonDocument(), List.of());
    }
}
