package io.counterpoint.shard.collection;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.sequence.declaration.SequenceDeclaration;
import io.counterpoint.sequence.mode.LocalMode;
import io.counterpoint.sequence.mode.Moment;
import io.counterpoint.sequence.mode.SequenceNumbers;
import io.counterpoint.sequence.mode.Step;
import io.counterpoint.shard.catalog.Catalog;
import io.counterpoint.shard.catalog.CatalogRows;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.DocumentValidation;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.index.DuplicateKey;
import io.counterpoint.shard.index.IndexEntries;
import io.counterpoint.shard.index.RecordCounts;
import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.loop.WriteContext;
import io.counterpoint.shard.sequence.SequenceTable;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.StoreCursor;
import java.util.List;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Stores, replaces and removes one document: its record, its index entries, its numbers and their rows, all in the
 * batch of the command. Used inside the write loop only. A method that throws may have made some of its changes;
 * {@link #undoStatement} takes them back.
 */
public final class CollectionWriter {
    private final SequenceTable sequences;
    private final IndexEntries entries = new IndexEntries();
    private final RecordNumbers recordNumbers = new RecordNumbers();

    /** Numbers documents from a table of counters. */
    public CollectionWriter(SequenceTable sequences) {
        this.sequences = sequences;
        sequences.repairWith(this::recreateRow);
    }

    /**
     * What a statement stored.
     *
     * @param collection the collection as it is now: an index may have learnt that it holds arrays
     * @param document as stored, numbers included
     */
    public record Stored(CollectionDescription collection, RawDocument document) {}

    /**
     * Stores a new document. Fields that number themselves and are not there are appended.
     *
     * @param document with an {@code _id}
     * @throws CommandException DuplicateKey (11000), InvalidIdField (53), BadValue (2) or BSONObjectTooLarge (10334)
     *     for its size, DocumentValidationFailure (121), and what sequences and indexes refuse
     */
    Stored insert(WriteContext context, CollectionDescription collection, RawDocument document, NumberSink numbers) {
        checkInsertable(document);
        RawDocument numbered =
                collection.autoincrement().isEmpty() ? document : number(context, collection, document, numbers);
        checkSize(numbered);
        validate(context, collection, null, numbered);
        long recordId = recordNumbers.take(context, collection.id());
        refuse(entries.insert(context.view(), context::claim, collection, recordId, numbered));
        putNew(context, collection, recordId, numbered);
        noticeCounters(context, collection);
        return new Stored(saveMultikey(context, collection), numbered);
    }

    /**
     * Stores another version of a document.
     *
     * @throws CommandException as {@link #insert}
     */
    Stored replace(
            WriteContext context,
            CollectionDescription collection,
            long recordId,
            RawDocument old,
            BsonDocument changed) {
        List<SequenceDeclaration> declared = collection.autoincrement();
        for (int i = 0; i < declared.size(); i++) {
            BsonValue number = changed.get(declared.get(i).field());
            if (number != null && !sameValue(number, old.get(declared.get(i).field()))) {
                observe(context, collection, i, number);
            }
        }
        validate(context, collection, old, changed);
        return replaceUnnumbered(context, collection, recordId, old, changed);
    }

    /**
     * As {@link #replace}, while the collection's counters are only about to be made. The validator is not asked: the
     * documents are there already.
     */
    CollectionDescription replaceUnobserved(
            WriteContext context,
            CollectionDescription collection,
            long recordId,
            RawDocument old,
            BsonDocument changed) {
        return replaceUnnumbered(context, collection, recordId, old, changed).collection();
    }

    private Stored replaceUnnumbered(
            WriteContext context,
            CollectionDescription collection,
            long recordId,
            RawDocument old,
            BsonDocument changed) {
        RawDocument document = BsonBytes.raw(changed);
        checkUpdatedSize(document);
        if (BsonBytes.isDeeperThan(document, Limits.NESTING_DEPTH_MAX)) {
            throw new CommandException(
                    ErrorCode.OVERFLOW, "Document exceeds maximum nested object depth: " + Limits.NESTING_DEPTH_MAX);
        }
        byte[] key = Records.key(collection.id(), recordId);
        context.claim(ColumnFamily.DOCUMENTS, key);
        refuse(entries.update(context.view(), context::claim, collection, recordId, old, document));
        context.view().put(ColumnFamily.DOCUMENTS, key, document.toByteArray());
        noticeCounters(context, collection);
        return new Stored(saveMultikey(context, collection), document);
    }

    /** Removes a document. */
    void delete(WriteContext context, CollectionDescription collection, long recordId, RawDocument document) {
        byte[] key = Records.key(collection.id(), recordId);
        context.claim(ColumnFamily.DOCUMENTS, key);
        entries.remove(context.view(), context::claim, collection, recordId, document);
        context.view().delete(ColumnFamily.DOCUMENTS, key);
        count(context, collection, -1);
        noticeCounters(context, collection);
    }

    /** Where a declared field's counter stands. Errors as for an insert. */
    long lastNumber(WriteContext context, CollectionDescription collection, String field) {
        return sequences.last(context, collection, position(collection, field));
    }

    /** Puts a declared field's counter elsewhere. */
    void setLast(WriteContext context, CollectionDescription collection, String field, long last) {
        sequences.set(context, collection, position(collection, field), last);
    }

    private static int position(CollectionDescription collection, String field) {
        List<SequenceDeclaration> declared = collection.autoincrement();
        for (int i = 0; i < declared.size(); i++) {
            if (declared.get(i).field().equals(field)) {
                return i;
            }
        }
        throw new IllegalArgumentException("no sequence on the field " + field);
    }

    /**
     * Where a counter has to stand at least, given the numbers that are stored. Reads the whole collection.
     *
     * @param from where it stands otherwise
     */
    long raisedByStored(
            WriteContext context, CollectionDescription collection, SequenceDeclaration sequence, long from) {
        LocalMode mode = sequence.local();
        Moment moment = sequences.moment(context, mode);
        long last = from;
        try (StoreCursor records = Records.scan(context.committed(), collection.id(), false)) {
            while (records.next()) {
                BsonValue value = RawDocument.of(records.value()).get(sequence.field());
                OptionalLong number = value == null ? OptionalLong.empty() : SequenceNumbers.fromBson(value);
                if (number.isPresent() && sequence.range().contains(number.getAsLong())) {
                    last = mode.observe(last, number.getAsLong(), moment);
                }
            }
        }
        return last;
    }

    /** The number after {@code last}, of a counter that is only about to be made. */
    Step step(WriteContext context, SequenceDeclaration sequence, long last) {
        LocalMode mode = sequence.local();
        return mode.next(last, sequences.moment(context, mode));
    }

    /** Keeps a record number for a document that a prepared transaction will store. */
    public void reserveRecord(byte[] documentKey) {
        recordNumbers.reserve(Records.collectionId(documentKey), Records.recordId(documentKey));
    }

    /** Files a stored document in a new index. */
    CollectionDescription fileIn(
            WriteContext context,
            CollectionDescription collection,
            IndexDescription index,
            long recordId,
            RawDocument document) {
        refuse(entries.insert(context.view(), context::claim, collection, index, recordId, document));
        return entries.withNewMultikeyFields(collection);
    }

    /**
     * Where a statement began.
     *
     * @param view mark of the command's view
     * @param committed mark of the view of plain writes, which is another one while a command's changes are kept aside
     */
    record StatementStart(int view, int committed, Catalog catalog) {}

    /** Notes where a statement begins. */
    static StatementStart begin(WriteContext context) {
        return new StatementStart(context.view().mark(), context.committed().mark(), context.catalog());
    }

    /**
     * Takes back what a refused statement changed, so that the next one can run. The catalog is part of it: an index
     * may have learnt that it holds arrays from a document that is gone again.
     *
     * @throws CommandException the refusal itself where it ends the whole command: a conflict, the end of its time, and
     *     everything inside a transaction
     */
    void undoStatement(WriteContext context, StatementStart start, CommandException refused) {
        if (context.inTransaction()
                || refused.code().equals(ErrorCode.WRITE_CONFLICT)
                || refused.code().equals(ErrorCode.MAX_TIME_MS_EXPIRED)
                || refused.code().equals(ErrorCode.INTERRUPTED)) {
            throw refused;
        }
        context.view().rollback(start.view);
        context.committed().rollback(start.committed);
        context.replaceCatalog(start.catalog);
        sequences.forget();
    }

    private RawDocument number(
            WriteContext context, CollectionDescription collection, RawDocument document, NumberSink numbers) {
        List<SequenceDeclaration> declared = collection.autoincrement();
        BsonOutput output = null;
        for (int i = 0; i < declared.size(); i++) {
            SequenceDeclaration sequence = declared.get(i);
            BsonValue sent = document.get(sequence.field());
            if (sent != null) {
                observe(context, collection, i, sent);
                continue;
            }
            BsonValue number = SequenceNumbers.toBson(take(context, collection, i, sequence));
            numbers.generated(sequence.field(), number);
            if (output == null) {
                output = new BsonOutput(document.byteLength() + 32).appendFields(document);
            }
            output.appendValue(sequence.field(), number);
        }
        return output == null ? document : output.finish();
    }

    private void observe(WriteContext context, CollectionDescription collection, int position, BsonValue sent) {
        SequenceDeclaration sequence = collection.autoincrement().get(position);
        switch (sequence.onExplicit()) {
            case RAISE, BROADCAST -> sequences.observe(context, collection, position, sent);
            case IGNORE -> {}
            case REJECT ->
                throw new CommandException(
                        ErrorCode.BAD_VALUE,
                        "autoincrement: the field '" + sequence.field() + "' of " + collection.namespace()
                                + " numbers itself and takes no value (onExplicit: 'reject')");
        }
    }

    private long take(
            WriteContext context, CollectionDescription collection, int position, SequenceDeclaration sequence) {
        long number = sequences.take(context, collection, position);
        if (!sequence.skipTaken()) {
            return number;
        }
        IndexDescription index = uniqueIndexOn(collection, sequence.field());
        long first = number;
        for (int steps = 0; index != null && isTaken(context, index, number); steps++) {
            if (steps == Limits.SEQUENCE_SKIP_COUNT_MAX) {
                throw new CommandException(
                        ErrorCode.DUPLICATE_KEY,
                        "E11000 duplicate key error collection: " + collection.namespace() + " index: " + index.name()
                                + ": the numbers from " + first + " to " + number + " of the field '"
                                + sequence.field() + "' are all taken",
                        new BsonDocument("keyPattern", index.key())
                                .append("keyValue", new BsonDocument(sequence.field(), SequenceNumbers.toBson(number))),
                        List.of());
            }
            number = sequences.take(context, collection, position);
        }
        return number;
    }

    private static boolean isTaken(WriteContext context, IndexDescription index, long number) {
        return IndexEntries.find(context.view(), index, SequenceNumbers.toBson(number))
                .isPresent();
    }

    private static @Nullable IndexDescription uniqueIndexOn(CollectionDescription collection, String field) {
        for (IndexDescription index : collection.indexesOn(new BsonDocument(field, new BsonInt32(1)))) {
            if (index.unique() && !index.building()) {
                return index;
            }
        }
        return null;
    }

    private void recreateRow(WriteContext context, CollectionDescription collection, String field) {
        CollectionDescription counters = context.catalog().find(Namespace.COUNTERS);
        if (counters == null || context.inTransaction()) {
            // Inside a transaction the row would be part of it; the insert is refused and works once repeated outside.
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    "the counter row " + collection.namespace() + "." + field + " is not in admin.counters");
        }
        SequenceDeclaration sequence = collection.autoincrement().get(position(collection, field));
        long last =
                raisedByStored(context, collection, sequence, sequence.local().initial());
        RawDocument row = CatalogWrites.newRow(collection.namespace(), sequence, last);
        long recordId = recordNumbers.take(context, counters.id());
        refuse(entries.insert(context.view(), context::claim, counters, recordId, row));
        putNew(context, counters, recordId, row);
    }

    private static void putNew(
            WriteContext context, CollectionDescription collection, long recordId, RawDocument document) {
        context.view().put(ColumnFamily.DOCUMENTS, Records.key(collection.id(), recordId), document.toByteArray());
        count(context, collection, 1);
    }

    private static void count(WriteContext context, CollectionDescription collection, long difference) {
        // Changes that are kept aside are counted when they are applied.
        if (context.view() == context.committed()) {
            RecordCounts.add(context.committed(), collection.id(), difference);
        }
    }

    private CollectionDescription saveMultikey(WriteContext context, CollectionDescription collection) {
        CollectionDescription changed = entries.withNewMultikeyFields(collection);
        if (!changed.equals(collection)) {
            CatalogRows.put(context.committed(), changed);
            context.replaceCatalog(context.catalog().with(changed));
        }
        return changed;
    }

    private static void validate(
            WriteContext context, CollectionDescription collection, @Nullable BsonDocument old, BsonDocument document) {
        DocumentValidation validation = collection.validation();
        if (validation != null && context.validates()) {
            validation.check(collection.namespace(), old, document);
        }
    }

    private void noticeCounters(WriteContext context, CollectionDescription collection) {
        if (collection.namespace().equals(Namespace.COUNTERS)) {
            context.forgetCached();
        }
    }

    private static boolean sameValue(BsonValue left, @Nullable BsonValue right) {
        return right != null && BsonOrder.compare(left, right) == 0;
    }

    private static void refuse(@Nullable DuplicateKey duplicate) {
        if (duplicate != null) {
            throw duplicate.toException();
        }
    }

    private static void checkInsertable(RawDocument document) {
        if (document.byteLength() > Limits.DOCUMENT_BYTES_MAX) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    "object to insert too large. size in bytes: " + document.byteLength() + ", max size: "
                            + Limits.DOCUMENT_BYTES_MAX);
        }
        if (BsonBytes.isDeeperThan(document, Limits.NESTING_DEPTH_MAX)) {
            throw new CommandException(
                    ErrorCode.OVERFLOW,
                    "cannot insert document because it exceeds " + Limits.NESTING_DEPTH_MAX + " levels of nesting");
        }
        DocumentIds.check(document.get("_id", BsonNull.VALUE));
    }

    private static void checkUpdatedSize(RawDocument document) {
        if (document.byteLength() > Limits.DOCUMENT_BYTES_MAX) {
            throw new CommandException(
                    ErrorCode.location(17419),
                    "Resulting document after update is larger than " + Limits.DOCUMENT_BYTES_MAX);
        }
    }

    private static void checkSize(RawDocument document) {
        if (document.byteLength() > Limits.DOCUMENT_BYTES_MAX) {
            throw new CommandException(
                    ErrorCode.BSON_OBJECT_TOO_LARGE,
                    "BSONObj size: " + document.byteLength() + " (0x"
                            + Integer.toHexString(document.byteLength()).toUpperCase(java.util.Locale.ROOT)
                            + ") is invalid. Size must be between 0 and 16793600(16MB)");
        }
    }
}
