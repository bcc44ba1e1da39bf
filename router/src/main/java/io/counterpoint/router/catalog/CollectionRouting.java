package io.counterpoint.router.catalog;

import io.counterpoint.cluster.chunk.RoutingTable;
import io.counterpoint.cluster.key.ShardKeyPattern;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.router.rpc.ExpectedVersion;
import java.util.List;
import java.util.UUID;

/**
 * How one collection is spread over the shards. A view lies on its database's primary shard, as a collection does that
 * is not sharded. Immutable; the version goes with every request, so that a shard that knows the collection otherwise
 * refuses.
 *
 * @param namespace the collection's name
 * @param uuid identity of the collection: another one after it was dropped and created again, the same one after it was
 *     renamed
 * @param table which shard owns which keys
 * @param unsplittable whether the collection is not sharded: one chunk that stays whole
 * @param unique whether the shard key was declared unique
 * @param collation of operations that ask for none; keys compare by their bytes all the same
 * @param view whether it is a view: what it shows is known to its shard
 * @param version what shards are told
 */
public record CollectionRouting(
        Namespace namespace,
        UUID uuid,
        RoutingTable table,
        boolean unsplittable,
        boolean unique,
        Collation collation,
        boolean view,
        ExpectedVersion version) {

    /** Makes the version from UUID and chunks. */
    public static CollectionRouting of(
            Namespace namespace,
            UUID uuid,
            RoutingTable table,
            boolean unsplittable,
            boolean unique,
            Collation collation) {
        return new CollectionRouting(
                namespace,
                uuid,
                table,
                unsplittable,
                unique,
                collation,
                false,
                ExpectedVersion.of(uuid, table.version()));
    }

    /** The same as a view. */
    public CollectionRouting asView() {
        return new CollectionRouting(namespace, uuid, table, unsplittable, unique, collation, true, version);
    }

    /** What the collection is spread by. */
    public ShardKeyPattern pattern() {
        return table.pattern();
    }

    /** Names of the shards that own documents. */
    public List<String> shards() {
        return table.shards();
    }

    /** Whether a single shard owns everything, so that nothing needs to be targeted. */
    public boolean onOneShard() {
        return table.shards().size() == 1;
    }
}
