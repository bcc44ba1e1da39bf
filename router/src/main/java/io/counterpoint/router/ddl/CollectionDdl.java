package io.counterpoint.router.ddl;

import io.counterpoint.base.Environment;
import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.key.ShardKeyPattern;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.router.catalog.CatalogStore;
import io.counterpoint.router.catalog.ClusterCatalog;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.router.rpc.Shards;
import io.counterpoint.sequence.declaration.AutoincrementOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Changes to collections and indexes, each on every shard or on none. Futures give the fields of the command's reply;
 * they fail with MongoDB's refusals, or, when a shard is away, with HostUnreachable naming it. Any thread; never
 * blocks.
 */
public final class CollectionDdl {
    private static final String COLLATION = "collation";

    private final Shards shards;
    private final Environment environment;
    private final ClusterCatalog catalog;
    private final CatalogStore store;
    private final ShardDdl onShards;
    private final DdlCoordinator coordinator;
    private final CreateCollection create;
    private final DropCollection drop;
    private final DropDatabase dropDatabase;
    private final RenameCollection rename;
    private final CreateIndexes createIndexes;
    private final DropIndexes dropIndexes;
    private final ModifyCollection collMod;
    private final ReshardEmpty reshard;

    /**
     * Changes in the name of a router.
     *
     * @param owner the router's address
     */
    public CollectionDdl(Shards shards, Environment environment, ClusterCatalog catalog, String owner) {
        this.shards = shards;
        this.environment = environment;
        this.catalog = catalog;
        store = catalog.store();
        onShards = new ShardDdl(shards);
        create = new CreateCollection(onShards, store);
        drop = new DropCollection(onShards, store);
        dropDatabase = new DropDatabase(onShards, store, drop);
        rename = new RenameCollection(onShards, store);
        createIndexes = new CreateIndexes(onShards);
        dropIndexes = new DropIndexes(onShards);
        collMod = new ModifyCollection(onShards);
        reshard = new ReshardEmpty(onShards, store);
        coordinator = new DdlCoordinator(
                new DdlLocks(store.config(), environment, owner),
                environment,
                List.of(create, drop, dropDatabase, rename, createIndexes, dropIndexes, collMod, reshard));
    }

    /** Finishes or undoes what dead routers left: at the start of a router. */
    public CompletableFuture<Void> recoverAll() {
        return coordinator.recoverAll();
    }

    /** Whether a change of a collection or of its database is under way; one that was left is ended first. */
    public CompletableFuture<Boolean> isBusy(Namespace namespace) {
        return coordinator
                .isBusy(namespace.toString())
                .thenCompose(busy ->
                        busy ? CompletableFuture.completedFuture(true) : coordinator.isBusy(namespace.database()));
    }

    /** Gives up waiting for locks; what is under way goes on. */
    public void close() {
        coordinator.close();
    }

    /**
     * {@code create} of a collection or of a view.
     *
     * @param options as sent, without {@code shardKey}; a view's have {@code viewOn}
     * @param spread how to spread it
     * @return fails with NamespaceExists (48) when it is there with other options; succeeds when it is there with the
     *     same ones
     */
    public CompletableFuture<BsonDocument> create(
            Namespace namespace, BsonDocument options, Spread spread, long deadlineNanos) {
        checkNumberedKey(options, spread.pattern());
        Collation.ofOptions(options);
        return run(
                create,
                List.of(namespace),
                deadlineNanos,
                () -> store.collection(namespace)
                        .thenCompose(found -> found.isPresent()
                                ? sameCollection(found.get(), options, spread)
                                : creation(namespace, options, spread)),
                facts -> new BsonDocument());
    }

    /** Makes a collection that is not there yet: for a first write. */
    public CompletableFuture<Void> ensure(Namespace namespace, Spread spread, long deadlineNanos) {
        return run(
                        create,
                        List.of(namespace),
                        deadlineNanos,
                        () -> store.collection(namespace)
                                .thenCompose(found -> found.isPresent()
                                        ? done(new BsonDocument())
                                        : creation(namespace, new BsonDocument(), spread)),
                        facts -> new BsonDocument())
                .thenAccept(done -> {});
    }

    /**
     * Makes a collection with the options, indexes and spread of another one of the same database.
     *
     * @param model the other one
     * @param namespace a name that nothing has
     */
    public CompletableFuture<Void> createLike(CollectionRouting model, Namespace namespace, long deadlineNanos) {
        String holder = model.shards().get(0);
        Spread spread = new Spread(model.pattern(), model.unique(), model.unsplittable());
        return run(
                        create,
                        List.of(namespace),
                        deadlineNanos,
                        () -> onShards.options(holder, model.namespace())
                                .thenCombine(
                                        onShards.indexes(holder, model.namespace(), model.version()), Description::new)
                                .thenCompose(described ->
                                        creation(namespace, described.options(), described.indexSpecs(), spread)),
                        facts -> new BsonDocument())
                .thenAccept(done -> {});
    }

    /** A collection as a shard describes it. */
    private record Description(BsonDocument options, List<RawDocument> indexes) {
        /** What has to be asked for to get these indexes; that on {@code _id} comes by itself. */
        BsonArray indexSpecs() {
            BsonArray specs = new BsonArray();
            indexes.stream()
                    .filter(index -> !index.getString("name").getValue().equals(IndexSelection.ID_INDEX))
                    .forEach(specs::add);
            return specs;
        }
    }

    private CompletableFuture<DdlPlan> creation(Namespace namespace, BsonDocument options, Spread spread) {
        return creation(namespace, options, new BsonArray(), spread);
    }

    private CompletableFuture<DdlPlan> creation(
            Namespace namespace, BsonDocument options, BsonArray indexes, Spread spread) {
        return store.ensureDatabase(namespace.database(), shards.names()).thenApply(primary -> {
            List<String> names = spread.unsplittable() ? List.of(primary) : shards.names();
            BsonDocument intent = IntentFields.about(
                            namespace, environment.random().nextUuid(), names)
                    .append("options", options)
                    .append("indexes", indexes);
            IntentFields.appendSpread(intent, spread, primary);
            return new DdlPlan.Intent(intent);
        });
    }

    private CompletableFuture<DdlPlan> sameCollection(CollectionRouting existing, BsonDocument options, Spread spread) {
        return onShards.options(existing.shards().get(0), existing.namespace()).thenApply(present -> {
            boolean same = existing.pattern().equals(spread.pattern())
                    && existing.unsplittable() == spread.unsplittable()
                    && comparable(present).equals(comparable(options));
            if (!same) {
                throw new CommandException(
                        ErrorCode.NAMESPACE_EXISTS, "Collection " + existing.namespace() + " already exists.");
            }
            return new DdlPlan.Done(new BsonDocument());
        });
    }

    /**
     * Options in a form in which equal ones are equal: one field name is a list of one, a collation is told in full.
     */
    private static BsonDocument comparable(BsonDocument options) {
        BsonDocument form = new BsonDocument();
        form.putAll(options);
        BsonValue autoincrement = form.get(AutoincrementOption.NAME);
        if (autoincrement != null && autoincrement.isString()) {
            form.put(AutoincrementOption.NAME, new BsonArray(List.of(autoincrement)));
        }
        Collation collation = Collation.ofOptions(options);
        form.remove(COLLATION);
        return collation.isSimple() ? form : form.append(COLLATION, collation.toDocument());
    }

    private static void checkNumberedKey(BsonDocument options, ShardKeyPattern pattern) {
        AutoincrementOption option = AutoincrementOption.of(options);
        if (option == null) {
            return;
        }
        for (String numbered : option.fields()) {
            if (pattern.touches(numbered)) {
                throw new CommandException(
                        ErrorCode.INVALID_OPTIONS,
                        "autoincrement: the field '" + numbered + "' cannot be part of the shard key " + pattern
                                + ": its number is only known on the shard that the key has to choose");
            }
        }
    }

    /** {@code drop}: gives {@code nIndexesWas}; succeeds, with nothing to tell, for a collection that is not there. */
    public CompletableFuture<BsonDocument> drop(Namespace namespace, long deadlineNanos) {
        return run(
                drop,
                List.of(namespace),
                deadlineNanos,
                () -> store.collection(namespace)
                        .thenCompose(found -> found.isEmpty()
                                ? done(new BsonDocument())
                                : intent(IntentFields.about(
                                        namespace, found.get().uuid(), holders(found.get())))),
                facts -> facts);
    }

    /**
     * {@code dropDatabase}: gives {@code dropped}; succeeds, with nothing to tell, for a database that is not there.
     */
    public CompletableFuture<BsonDocument> dropDatabase(String database, long deadlineNanos) {
        return coordinator
                .run(
                        dropDatabase,
                        List.of(database),
                        deadlineNanos,
                        () -> store.primaryOf(database)
                                .thenCompose(primary -> store.collectionsOf(database)
                                        .thenCompose(collections -> primary.isEmpty() && collections.isEmpty()
                                                ? done(new BsonDocument())
                                                : intent(dropIntent(database, collections)))),
                        facts -> facts)
                .whenComplete((reply, failure) -> catalog.forgetDatabase(database));
    }

    private static CompletableFuture<DdlPlan> intent(BsonDocument intent) {
        return CompletableFuture.completedFuture(new DdlPlan.Intent(intent));
    }

    private BsonDocument dropIntent(String database, Map<String, UUID> collections) {
        BsonArray entries = new BsonArray();
        collections.forEach((name, uuid) ->
                entries.add(new BsonDocument("name", new BsonString(name)).append("uuid", new BsonBinary(uuid))));
        BsonArray names = new BsonArray();
        shards.names().forEach(shard -> names.add(new BsonString(shard)));
        return new BsonDocument("db", new BsonString(database))
                .append(IntentFields.SHARDS, names)
                .append("collections", entries);
    }

    /**
     * {@code renameCollection}: NamespaceNotFound (26), NamespaceExists (48).
     *
     * @param dropTarget whether to drop a collection that has the new name
     */
    public CompletableFuture<BsonDocument> rename(
            Namespace from, Namespace to, boolean dropTarget, long deadlineNanos) {
        if (from.equals(to)) {
            throw new CommandException(ErrorCode.ILLEGAL_OPERATION, "Can't rename a collection to itself");
        }
        return run(
                rename,
                List.of(from, to),
                deadlineNanos,
                () -> existing(from, "Source collection " + from + " does not exist")
                        .thenCompose(routing ->
                                store.collection(to).thenCompose(target -> renaming(routing, to, target, dropTarget))),
                facts -> new BsonDocument());
    }

    private CompletableFuture<DdlPlan> renaming(
            CollectionRouting routing, Namespace to, Optional<CollectionRouting> target, boolean dropTarget) {
        refuseView(routing, "cannot rename view: " + routing.namespace());
        if (target.isPresent() && target.get().view()) {
            throw new CommandException(ErrorCode.NAMESPACE_EXISTS, "a view already exists with that name: " + to);
        }
        if (target.isPresent() && !dropTarget) {
            throw new CommandException(ErrorCode.NAMESPACE_EXISTS, "target namespace exists");
        }
        if (target.isPresent() && !holders(target.get()).equals(holders(routing))) {
            throw new CommandException(
                    ErrorCode.COMMAND_NOT_SUPPORTED,
                    "renaming over a collection that lies on other shards is not supported: drop " + to + " first");
        }
        BsonDocument intent = IntentFields.about(routing.namespace(), routing.uuid(), holders(routing))
                .append(IntentFields.TO, new BsonString(to.toString()));
        target.ifPresent(collection -> intent.append("dropUuid", new BsonBinary(collection.uuid())));
        return store.ensureDatabase(to.database(), shards.names()).thenCompose(primary -> {
            if (routing.unsplittable() && !primary.equals(routing.shards().get(0))) {
                throw new CommandException(
                        ErrorCode.COMMAND_NOT_SUPPORTED,
                        "renaming a collection that is not sharded into a database on another shard is not"
                                + " supported");
            }
            return CompletableFuture.completedFuture(new DdlPlan.Intent(intent));
        });
    }

    private static void refuseView(CollectionRouting routing, String text) {
        if (routing.view()) {
            throw new CommandException(ErrorCode.COMMAND_NOT_SUPPORTED_ON_VIEW, text);
        }
    }

    /**
     * {@code createIndexes} on a collection that is there: NamespaceNotFound (26) when it is not,
     * CommandNotSupportedOnView (166) when it is a view.
     *
     * @param indexes the specifications as sent
     */
    public CompletableFuture<BsonDocument> createIndexes(Namespace namespace, BsonArray indexes, long deadlineNanos) {
        return run(
                createIndexes,
                List.of(namespace),
                deadlineNanos,
                () -> existing(namespace, "ns does not exist: " + namespace)
                        .thenCompose(routing -> indexNames(routing)
                                .thenApply(before -> new DdlPlan.Intent(
                                        IntentFields.about(namespace, routing.uuid(), holders(routing))
                                                .append("indexes", indexes)
                                                .append(CreateIndexes.BEFORE, before)
                                                .append(CreateIndexes.MAX_TIME, millisLeft(deadlineNanos))))),
                facts -> facts);
    }

    /** What is left until a deadline, at least a millisecond; 0 when there is none. */
    private BsonInt64 millisLeft(long deadlineNanos) {
        return new BsonInt64(
                deadlineNanos == Long.MAX_VALUE
                        ? 0
                        : Math.max(
                                1,
                                TimeUnit.NANOSECONDS.toMillis(
                                        deadlineNanos - environment.clock().nanos())));
    }

    private CompletableFuture<BsonDocument> indexNames(CollectionRouting routing) {
        refuseView(routing, "Cannot create indexes on a view");
        List<String> names = holders(routing);
        return onShards.ask(names, shard -> onShards.indexes(shard, routing.namespace(), routing.version()))
                .thenApply(perShard -> {
                    BsonDocument before = new BsonDocument();
                    for (int i = 0; i < names.size(); i++) {
                        BsonArray indexNames = new BsonArray();
                        perShard.get(i).forEach(index -> indexNames.add(index.get("name")));
                        before.append(names.get(i), indexNames);
                    }
                    return before;
                });
    }

    /**
     * {@code dropIndexes}: NamespaceNotFound (26), IndexNotFound (27), InvalidOptions (72) for the index on
     * {@code _id}.
     *
     * @param index a name, a list of names, {@code "*"}, or a key
     */
    public CompletableFuture<BsonDocument> dropIndexes(Namespace namespace, BsonValue index, long deadlineNanos) {
        return run(
                dropIndexes,
                List.of(namespace),
                deadlineNanos,
                () -> existing(namespace, "ns not found " + namespace).thenCompose(routing -> {
                    refuseView(routing, "Cannot drop indexes on view " + namespace);
                    return onShards.indexes(routing.shards().get(0), namespace, routing.version())
                            .thenApply(present -> dropping(routing, present, index));
                }),
                facts -> facts);
    }

    private DdlPlan dropping(CollectionRouting routing, List<RawDocument> present, BsonValue index) {
        BsonArray specs = new BsonArray(IndexSelection.of(index).from(present));
        return new DdlPlan.Intent(IntentFields.about(routing.namespace(), routing.uuid(), holders(routing))
                .append("specs", specs)
                .append(DropIndexes.INDEX_COUNT, new BsonInt32(present.size())));
    }

    /**
     * {@code collMod}: NamespaceNotFound (26).
     *
     * @param fields the command's own fields
     */
    public CompletableFuture<BsonDocument> collMod(Namespace namespace, BsonDocument fields, long deadlineNanos) {
        return run(
                collMod,
                List.of(namespace),
                deadlineNanos,
                () -> existing(namespace, "ns does not exist: " + namespace).thenApply(routing -> {
                    checkNumberedKey(fields, routing.pattern());
                    return new DdlPlan.Intent(IntentFields.about(namespace, routing.uuid(), holders(routing))
                            .append("fields", fields));
                }),
                facts -> facts);
    }

    /**
     * {@code shardCollection}: makes the collection if it is not there; leaves it if it is spread by that key already;
     * spreads it anew if it is empty.
     *
     * @param simpleAsked whether it was said that keys compare by their bytes, which nobody must take for granted who
     *     gave the collection another collation
     * @return fails with IllegalOperation (20) when it has documents and another key, with BadValue (2) when it has a
     *     collation and the simple one was not asked for
     */
    public CompletableFuture<BsonDocument> shard(
            Namespace namespace, ShardKeyPattern pattern, boolean unique, boolean simpleAsked, long deadlineNanos) {
        Spread spread = Spread.by(pattern, unique);
        return store.collection(namespace).thenCompose(found -> {
            if (found.isEmpty()) {
                return ensure(namespace, spread, deadlineNanos).thenApply(made -> collsharded(namespace));
            }
            Collation collation = found.get().collation();
            if (!collation.isSimple() && !simpleAsked) {
                throw new CommandException(
                        ErrorCode.BAD_VALUE,
                        "Collection has default collation: " + collation
                                + ". Must specify collation {locale: 'simple'}");
            }
            return run(
                    reshard,
                    List.of(namespace),
                    deadlineNanos,
                    () -> existing(namespace, "ns not found")
                            .thenCompose(routing ->
                                    !routing.unsplittable() && routing.pattern().equals(pattern)
                                            ? done(collsharded(namespace))
                                            : resharding(routing, spread)),
                    facts -> collsharded(namespace));
        });
    }

    private static BsonDocument collsharded(Namespace namespace) {
        return new BsonDocument("collectionsharded", new BsonString(namespace.toString()));
    }

    private CompletableFuture<DdlPlan> resharding(CollectionRouting routing, Spread spread) {
        refuseView(routing, "Views cannot be sharded.");
        Namespace namespace = routing.namespace();
        String holder = routing.shards().get(0);
        UUID uuid = environment.random().nextUuid();
        return onShards.options(holder, namespace)
                .thenCombine(onShards.indexes(holder, namespace, routing.version()), Description::new)
                .thenApply(described -> {
                    checkNumberedKey(described.options(), spread.pattern());
                    BsonArray oldShards = new BsonArray();
                    holders(routing).forEach(shard -> oldShards.add(new BsonString(shard)));
                    return IntentFields.about(namespace, uuid, shards.names())
                            .append("options", described.options())
                            .append("indexes", described.indexSpecs())
                            .append(ReshardEmpty.OLD_UUID, new BsonBinary(routing.uuid()))
                            .append(ReshardEmpty.OLD_SHARDS, oldShards)
                            .append(IntentFields.TO, new BsonString(namespace.database() + ".resharding." + uuid));
                })
                .thenCombine(store.ensureDatabase(namespace.database(), shards.names()), (intent, primary) -> {
                    IntentFields.appendSpread(intent, spread, primary);
                    return new DdlPlan.Intent(intent);
                });
    }

    /** {@code enableSharding}: enters the database into the catalog. */
    public CompletableFuture<String> ensureDatabase(String database) {
        return store.ensureDatabase(database, shards.names());
    }

    /** The shards that have a collection, whether or not they own chunks of it. */
    private List<String> holders(CollectionRouting routing) {
        return routing.unsplittable() ? routing.shards() : shards.names();
    }

    private CompletableFuture<CollectionRouting> existing(Namespace namespace, String absence) {
        return store.collection(namespace)
                .thenApply(
                        found -> found.orElseThrow(() -> new CommandException(ErrorCode.NAMESPACE_NOT_FOUND, absence)));
    }

    private static CompletableFuture<DdlPlan> done(BsonDocument reply) {
        return CompletableFuture.completedFuture(new DdlPlan.Done(reply));
    }

    private CompletableFuture<BsonDocument> run(
            DdlKind kind,
            List<Namespace> namespaces,
            long deadlineNanos,
            Supplier<CompletableFuture<DdlPlan>> plan,
            Function<BsonDocument, BsonDocument> reply) {
        return coordinator
                .run(kind, namespaces.stream().map(Namespace::toString).toList(), deadlineNanos, plan, facts -> {
                    log(kind, namespaces.get(0));
                    return reply.apply(facts);
                })
                .whenComplete((done, failure) -> namespaces.forEach(catalog::forget));
    }

    /** Nobody waits for the log: it is there for people. */
    private void log(DdlKind kind, Namespace namespace) {
        CompletableFuture<Void> unused = store.logChange(kind.name(), namespace.toString(), new BsonDocument());
    }
}
