package io.counterpoint.shard.catalog;

import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.shard.storage.StoreView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * All collections and views of a shard at one moment. Immutable; any thread. A database is there as long as a
 * collection of it is.
 */
public final class Catalog {
    /** Without collections. */
    public static final Catalog EMPTY = new Catalog(List.of());

    private final Map<Namespace, CollectionDescription> byNamespace = new HashMap<>();
    private final Map<UUID, CollectionDescription> byUuid = new HashMap<>();
    private final TreeMap<String, List<CollectionDescription>> byDatabase = new TreeMap<>();

    private Catalog(Collection<CollectionDescription> collections) {
        List<CollectionDescription> sorted = new ArrayList<>(collections);
        sorted.sort((left, right) -> left.namespace().compareTo(right.namespace()));
        for (CollectionDescription collection : sorted) {
            byNamespace.put(collection.namespace(), collection);
            byUuid.put(collection.uuid(), collection);
            byDatabase
                    .computeIfAbsent(collection.namespace().database(), database -> new ArrayList<>())
                    .add(collection);
        }
        byDatabase.replaceAll((database, list) -> List.copyOf(list));
    }

    /**
     * Reads all rows.
     *
     * @throws io.counterpoint.base.check.CorruptionException when a row is no collection
     */
    public static Catalog load(StoreView view) {
        return new Catalog(CatalogRows.all(view));
    }

    /** The collection or view of a name; null when there is none. */
    public @Nullable CollectionDescription find(Namespace namespace) {
        return byNamespace.get(namespace);
    }

    /**
     * What reading a name comes to if it is a view's; null when it is not.
     *
     * @throws io.counterpoint.base.error.CommandException ViewDepthLimitExceeded (165)
     */
    public @Nullable ResolvedView resolve(Namespace namespace) {
        return ViewGraph.resolve(this, namespace);
    }

    /** The collection of an identity; null when there is none. */
    public @Nullable CollectionDescription find(UUID uuid) {
        return byUuid.get(uuid);
    }

    /** Names of all databases, sorted. */
    public SortedSet<String> databases() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(byDatabase.keySet()));
    }

    /** Collections of a database by name; empty when there is no such database. */
    public List<CollectionDescription> collections(String database) {
        return byDatabase.getOrDefault(database, List.of());
    }

    /** All collections, in no order. */
    public Collection<CollectionDescription> all() {
        return Collections.unmodifiableCollection(byNamespace.values());
    }

    /** This catalog with a collection added, or in place of the one with the same identity. */
    public Catalog with(CollectionDescription collection) {
        Map<UUID, CollectionDescription> changed = new HashMap<>(byUuid);
        changed.put(collection.uuid(), collection);
        return new Catalog(changed.values());
    }

    /** This catalog without a collection. */
    public Catalog without(UUID uuid) {
        Map<UUID, CollectionDescription> changed = new HashMap<>(byUuid);
        changed.remove(uuid);
        return new Catalog(changed.values());
    }
}
