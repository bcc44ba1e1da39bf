package io.counterpoint.shard.collection;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.sequence.declaration.AutoincrementOption;
import io.counterpoint.shard.catalog.Catalog;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.CollectionOptions;
import io.counterpoint.shard.catalog.DocumentValidation;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.catalog.ViewDefinition;
import io.counterpoint.shard.loop.WriteContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The handlers of commands that change collections and indexes. Each command is a record; a router's commands name the
 * collection by its UUID and may be repeated: what is done already is answered as if it were done now.
 */
public final class CollectionHandlers {
    /** Field of a trial's answer, and of the change after it: how far the counters of fields have come, by field. */
    public static final String FLOORS = "floors";

    private static final String ID_INDEX = IndexDescription.ID_INDEX_NAME;

    /**
     * Makes a collection.
     *
     * @param routed true when the UUID was given by a router, which may ask again
     */
    public record Create(
            Namespace namespace, UUID uuid, BsonDocument options, List<BsonDocument> indexes, boolean routed) {}

    /**
     * Drops a collection.
     *
     * @param uuid the one that is meant; null for whatever has the name
     */
    public record Drop(Namespace namespace, @Nullable UUID uuid) {}

    /** Drops all collections of a database. */
    public record DropDatabase(String database) {}

    /**
     * Renames a collection.
     *
     * @param uuid the one that is meant; null for whatever has the name
     * @param dropTarget whether a collection that has the new name goes
     */
    public record Rename(
            Namespace source, Namespace target, @Nullable UUID uuid, boolean dropTarget) {}

    /**
     * Adds indexes, see {@link IndexBuilds}.
     *
     * @param newCollection identity of the collection if it has to be made; null when it must not
     */
    public record CreateIndexes(
            Namespace namespace,
            @Nullable RoutingVersion expected,
            List<IndexDescription> indexes,
            @Nullable UUID newCollection) {}

    /** How many indexes there were and are. */
    public record IndexCounts(int before, int after, boolean createdCollection) {}

    /**
     * Drops indexes.
     *
     * @param index a name, a key pattern, an array of names, or {@code "*"}
     */
    public record DropIndexes(Namespace namespace, @Nullable RoutingVersion expected, BsonValue index) {}

    /**
     * Changes a collection's options.
     *
     * @param autoincrement the option's new value; null leaves it
     * @param floors by field, what the counters of all shards have to be beyond
     * @param backfill whether documents without a number get one
     * @param validation options about validation that change, as sent; empty leaves them
     * @param view {@code viewOn} and {@code pipeline} as sent; empty leaves them
     * @param trial how serious it is
     * @param index what to change of an index; null for nothing
     */
    public record Modify(
            Namespace namespace,
            @Nullable RoutingVersion expected,
            @Nullable BsonValue autoincrement,
            Map<String, Long> floors,
            boolean backfill,
            BsonDocument validation,
            BsonDocument view,
            Trial trial,
            @Nullable ModifyIndex index) {}

    /** A change of several shards is tried on all of them before it is made on any. */
    public enum Trial {
        /** An ordinary change: refused or made. */
        NONE,
        /** Only the refusal counts; nothing is changed. */
        CHECK,
        /**
         * Checked before, and decided: documents that came since then without a number are no reason to refuse any
         * more.
         */
        DECIDED
    }

    private final CatalogWrites writes;
    private final IndexModifier indexModifier;

    /** Changes the catalog through {@code writes}. */
    public CollectionHandlers(CatalogWrites writes) {
        this.writes = writes;
        this.indexModifier = new IndexModifier(writes);
    }

    /**
     * Handles {@link Create}.
     *
     * @throws CommandException NamespaceExists (48) when there is another collection of that name
     */
    public boolean create(WriteContext context, Create command) {
        CollectionDescription present = context.catalog().find(command.namespace);
        if (present == null) {
            writes.create(context, command.namespace, command.uuid, command.options, command.indexes);
            return true;
        }
        boolean same = command.routed
                ? present.uuid().equals(command.uuid)
                : present.options()
                        .equals(DocumentValidation.changed(
                                CollectionOptions.withWholeCollation(command.options), new BsonDocument()));
        if (!same) {
            throw CatalogWrites.exists(command.namespace);
        }
        return false;
    }

    /** Handles {@link Drop}: how many indexes the collection had; empty when it was not there. */
    public OptionalInt drop(WriteContext context, Drop command) {
        CollectionDescription present = context.catalog().find(command.namespace);
        if (present == null || (command.uuid != null && !command.uuid.equals(present.uuid()))) {
            return OptionalInt.empty();
        }
        refuseForCounters(command.namespace, "dropped");
        writes.drop(context, present);
        return OptionalInt.of(present.indexes().size());
    }

    /** Handles {@link DropDatabase}: what there was. */
    public List<Namespace> dropDatabase(WriteContext context, DropDatabase command) {
        List<CollectionDescription> collections =
                new ArrayList<>(context.catalog().collections(command.database));
        collections.forEach(collection -> writes.drop(context, collection));
        return collections.stream().map(CollectionDescription::namespace).toList();
    }

    /**
     * Handles {@link Rename}.
     *
     * @throws CommandException NamespaceNotFound (26), NamespaceExists (48), IllegalOperation (20)
     */
    public boolean rename(WriteContext context, Rename command) {
        CollectionDescription target = context.catalog().find(command.target);
        if (command.uuid != null && target != null && target.uuid().equals(command.uuid)) {
            return false;
        }
        CollectionDescription source = context.catalog().find(command.source);
        if (source == null || (command.uuid != null && !command.uuid.equals(source.uuid()))) {
            throw new CommandException(
                    ErrorCode.NAMESPACE_NOT_FOUND, "Source collection " + command.source + " does not exist");
        }
        if (source.isView()) {
            throw new CommandException(
                    ErrorCode.COMMAND_NOT_SUPPORTED_ON_VIEW, "cannot rename view: " + command.source);
        }
        if (target != null && target.isView()) {
            throw new CommandException(
                    ErrorCode.NAMESPACE_EXISTS, "a view already exists with that name: " + command.target);
        }
        refuseForCounters(command.source, "renamed");
        refuseForCounters(command.target, "replaced");
        if (command.source.equals(command.target)) {
            throw new CommandException(ErrorCode.ILLEGAL_OPERATION, "Can't rename a collection to itself");
        }
        if (target != null) {
            if (!command.dropTarget) {
                throw new CommandException(ErrorCode.NAMESPACE_EXISTS, "target namespace exists");
            }
            writes.drop(context, target);
        }
        writes.rename(context, source, command.target);
        return true;
    }

    private static void refuseForCounters(Namespace namespace, String what) {
        if (namespace.equals(Namespace.COUNTERS)) {
            throw new CommandException(
                    ErrorCode.ILLEGAL_OPERATION,
                    "admin.counters cannot be " + what + ": it holds the counters of autoincrement");
        }
    }

    /**
     * Handles {@link DropIndexes}: how many indexes there were.
     *
     * @throws CommandException NamespaceNotFound (26), IndexNotFound (27), InvalidOptions (72) for an index that has to
     *     stay
     */
    public int dropIndexes(WriteContext context, DropIndexes command) {
        refuseView(context, command.namespace, "Cannot drop indexes on view " + command.namespace);
        CollectionDescription collection = existing(context, command.namespace, command.expected);
        int before = collection.indexes().size();
        List<IndexDescription> doomed = new ArrayList<>();
        if (command.index.isString() && command.index.asString().getValue().equals("*")) {
            collection.indexes().stream()
                    .filter(index -> reasonToStay(collection, index) == null)
                    .forEach(doomed::add);
        } else if (command.index.isArray()) {
            command.index.asArray().forEach(name -> doomed.add(find(collection, name)));
        } else {
            doomed.add(find(collection, command.index));
        }
        CollectionDescription changed = collection;
        for (IndexDescription index : doomed) {
            String reason = reasonToStay(collection, index);
            if (reason != null) {
                throw new CommandException(ErrorCode.INVALID_OPTIONS, reason);
            }
            changed = writes.dropIndex(context, changed, index);
        }
        return before;
    }

    /** Refuses a command that wants a collection: CommandNotSupportedOnView (166). */
    static void refuseView(WriteContext context, Namespace namespace, String text) {
        CollectionDescription found = context.catalog().find(namespace);
        if (found != null && found.isView()) {
            throw new CommandException(ErrorCode.COMMAND_NOT_SUPPORTED_ON_VIEW, text);
        }
    }

    private static @Nullable String reasonToStay(CollectionDescription collection, IndexDescription index) {
        if (index.name().equals(ID_INDEX)) {
            return "cannot drop _id index";
        }
        boolean numbers = index.unique()
                && index.fields().size() == 1
                && collection.autoincrement().stream()
                        .anyMatch(
                                sequence -> sequence.field().equals(index.key().getFirstKey()));
        return numbers ? "cannot drop the unique index of an autoincrement field: " + index.name() : null;
    }

    private static CollectionDescription existing(
            WriteContext context, Namespace namespace, @Nullable RoutingVersion expected) {
        CollectionDescription collection = CatalogWrites.find(context, namespace, expected);
        if (collection == null) {
            throw new CommandException(ErrorCode.NAMESPACE_NOT_FOUND, "ns not found " + namespace);
        }
        return collection;
    }

    private static IndexDescription find(CollectionDescription collection, BsonValue index) {
        if (index.isString()) {
            IndexDescription named = collection.index(index.asString().getValue());
            if (named == null) {
                throw new CommandException(
                        ErrorCode.INDEX_NOT_FOUND,
                        "index not found with name [" + index.asString().getValue() + "]");
            }
            return named;
        }
        if (index.isDocument()) {
            List<IndexDescription> matching = collection.indexesOn(index.asDocument());
            if (matching.size() != 1) {
                throw new CommandException(
                        matching.isEmpty() ? ErrorCode.INDEX_NOT_FOUND : ErrorCode.AMBIGUOUS_INDEX_KEY_PATTERN,
                        matching.isEmpty()
                                ? "can't find index with key: " + index
                                : matching.size() + " indexes found for key: " + index + ", identify by name instead.");
            }
            return matching.get(0);
        }
        throw new CommandException(ErrorCode.TYPE_MISMATCH, "an index is named by a string or by its key pattern");
    }

    /** Handles {@link Modify}: the options of an index that changed, as {@code {option_old, option_new}}. */
    public BsonDocument modify(WriteContext context, Modify command) {
        if (command.trial == Trial.CHECK) {
            int mark = context.view().mark();
            Catalog before = context.catalog();
            BsonDocument floors = floors(context, command);
            BsonDocument outcome = change(context, command).append(FLOORS, floors);
            context.view().rollback(mark);
            context.replaceCatalog(before);
            context.forgetCached();
            return outcome;
        }
        return change(context, command);
    }

    private BsonDocument floors(WriteContext context, Modify command) {
        CollectionDescription present = context.catalog().find(command.namespace);
        return present == null || present.isView() || command.autoincrement == null
                ? new BsonDocument()
                : writes.floors(context, present, command.autoincrement);
    }

    private BsonDocument change(WriteContext context, Modify command) {
        CollectionDescription present = context.catalog().find(command.namespace);
        if (present != null && present.isView()) {
            return changeView(context, present, command);
        }
        CollectionDescription collection = existing(context, command.namespace, command.expected);
        if (!command.view.isEmpty()) {
            throw ViewDefinition.onlyOnViews(command.view.getFirstKey());
        }
        if (!command.validation.isEmpty()) {
            collection = writes.changeValidation(context, collection, command.validation);
        }
        if (command.autoincrement != null) {
            boolean lenient = command.backfill || command.trial == Trial.DECIDED;
            collection = writes.declareSequences(
                    context, collection, command.autoincrement, command.floors, command.backfill, lenient);
        }
        return indexModifier.modify(context, collection, command);
    }

    private BsonDocument changeView(WriteContext context, CollectionDescription view, Modify command) {
        if (command.expected != null) {
            command.expected.check(command.namespace, view.uuid());
        }
        if (command.index != null) {
            throw ViewDefinition.notOnViews("index");
        }
        if (!command.validation.isEmpty()) {
            throw ViewDefinition.notOnViews(command.validation.getFirstKey());
        }
        if (command.autoincrement != null) {
            throw ViewDefinition.notOnViews(AutoincrementOption.NAME);
        }
        if (!command.view.isEmpty()) {
            writes.changeView(context, view, command.view, command.trial != Trial.DECIDED);
        }
        return new BsonDocument();
    }
}
