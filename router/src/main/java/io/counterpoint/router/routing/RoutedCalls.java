package io.counterpoint.router.routing;

import io.counterpoint.base.Environment;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.router.catalog.ClusterCatalog;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.router.ddl.CollectionDdl;
import io.counterpoint.router.rpc.Pause;
import io.counterpoint.router.rpc.Settled;
import io.counterpoint.router.rpc.ShardReplies;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Runs calls that need to know how a collection is spread, and runs them again when a shard answers that the router's
 * knowledge is out of date: at once after reading the catalog anew, then, while a change of the collection is under
 * way, at growing intervals. Clients see nothing of it.
 */
public final class RoutedCalls {
    /**
     * About half a minute of waiting in all: longer than any change takes whose router is alive, and than it takes to
     * end that of a dead one.
     */
    private static final int ATTEMPTS_MAX = 150;

    private static final long PAUSE_MILLIS_MAX = 200;

    private final ClusterCatalog catalog;
    private final CollectionDdl ddl;
    private final Environment environment;

    /** Calls by what that catalog knows. */
    public RoutedCalls(ClusterCatalog catalog, CollectionDdl ddl, Environment environment) {
        this.catalog = catalog;
        this.ddl = ddl;
        this.environment = environment;
    }

    /**
     * Runs a call.
     *
     * @param call may run several times: a call that fails with StaleConfig must have done nothing. Gets an empty
     *     routing when there is no such collection
     * @return what the last run gave
     */
    public <T> CompletableFuture<T> run(
            Namespace namespace, Function<Optional<CollectionRouting>, CompletableFuture<T>> call) {
        return attempt(namespace, call, 1);
    }

    private <T> CompletableFuture<T> attempt(
            Namespace namespace, Function<Optional<CollectionRouting>, CompletableFuture<T>> call, int attempt) {
        CompletableFuture<T> result = catalog.routing(namespace).thenCompose(call);
        if (result.isDone() && !result.isCompletedExceptionally()) {
            return result;
        }
        return Settled.then(result, (value, failure) -> {
            if (failure == null || attempt >= ATTEMPTS_MAX || !isStale(failure)) {
                return result;
            }
            catalog.forget(namespace);
            return ready(namespace, attempt).thenCompose(now -> attempt(namespace, call, attempt + 1));
        });
    }

    private CompletableFuture<Void> ready(Namespace namespace, int attempt) {
        if (attempt == 1) {
            return CompletableFuture.completedFuture(null);
        }
        // The catalog and a shard disagree: a change is under way, or a router left one half done.
        long pauseMillis = Math.min(1L << Math.min(attempt, 10), PAUSE_MILLIS_MAX);
        return ddl.isBusy(namespace)
                .exceptionally(failure -> true)
                .thenCompose(busy -> Pause.of(environment.timers(), pauseMillis));
    }

    private static boolean isStale(Throwable failure) {
        return ShardReplies.isRefusal(failure, ErrorCode.STALE_CONFIG);
    }
}
