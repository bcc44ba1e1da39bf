package io.counterpoint.router.ddl;

import io.counterpoint.cluster.key.ShardKeyPattern;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * How a new collection is to be spread.
 *
 * @param pattern the shard key; {@code {_id: 1}} for a collection that is not sharded
 * @param unique whether the key was declared unique
 * @param unsplittable whether the collection stays on its database's primary shard
 */
public record Spread(ShardKeyPattern pattern, boolean unique, boolean unsplittable) {
    /** Over all shards, by the hash of {@code _id}. */
    public static final Spread HASHED_ID = new Spread(ShardKeyPattern.HASHED_ID, false, false);

    /** Not at all: everything on the database's primary shard. */
    public static final Spread NONE =
            new Spread(ShardKeyPattern.parse(new BsonDocument("_id", new BsonInt32(1))), false, true);

    /** Over all shards, by a declared key. */
    public static Spread by(ShardKeyPattern pattern, boolean unique) {
        return new Spread(pattern, unique, false);
    }
}
