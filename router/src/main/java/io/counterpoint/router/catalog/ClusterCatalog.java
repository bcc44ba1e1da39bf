package io.counterpoint.router.catalog;

import io.counterpoint.cluster.name.Namespace;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * How collections are spread, from memory where possible. What is cached may be out of date: it goes to the shards as a
 * version, and one that knows better refuses, upon which the caller {@linkplain #forget forgets} and asks again. That a
 * collection does <em>not</em> exist is never answered from memory, since no shard would be asked that could object.
 * Any thread.
 */
public final class ClusterCatalog {
    private final CatalogStore store;
    private final ConcurrentMap<Namespace, CompletableFuture<Optional<CollectionRouting>>> cache =
            new ConcurrentHashMap<>();

    /** A cache that is empty. */
    public ClusterCatalog(CatalogStore store) {
        this.store = store;
    }

    /** The rows behind the cache. */
    public CatalogStore store() {
        return store;
    }

    /**
     * How a collection is spread; empty when there is none.
     *
     * @param namespace need not have been checked: a name that no collection can have finds none
     * @return complete already when the collection is in memory
     */
    public CompletableFuture<Optional<CollectionRouting>> routing(Namespace namespace) {
        CompletableFuture<Optional<CollectionRouting>> known = cache.get(namespace);
        if (known == null) {
            return read(namespace);
        }
        // A read that began before this question may have come before the collection was made.
        return known.isDone()
                ? known
                : known.thenCompose(
                        found -> found.isPresent() ? CompletableFuture.completedFuture(found) : read(namespace));
    }

    private CompletableFuture<Optional<CollectionRouting>> read(Namespace namespace) {
        CompletableFuture<Optional<CollectionRouting>> reading = new CompletableFuture<>();
        CompletableFuture<Optional<CollectionRouting>> other = cache.putIfAbsent(namespace, reading);
        if (other != null) {
            return other;
        }
        CompletableFuture<Optional<CollectionRouting>> unused = store.collection(namespace)
                .whenComplete((found, failure) -> {
                    if (failure != null) {
                        cache.remove(namespace, reading);
                        reading.completeExceptionally(failure);
                    } else {
                        if (found.isEmpty()) {
                            cache.remove(namespace, reading);
                        }
                        reading.complete(found);
                    }
                });
        return reading;
    }

    /** Forgets a collection; whoever asks next reads the rows. */
    public void forget(Namespace namespace) {
        cache.remove(namespace);
    }

    /** Forgets the collections of a database. */
    public void forgetDatabase(String database) {
        cache.keySet().removeIf(namespace -> namespace.database().equals(database));
    }

    /** Forgets everything. */
    public void forgetAll() {
        cache.clear();
    }
}
