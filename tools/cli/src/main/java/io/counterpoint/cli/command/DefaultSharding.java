package io.counterpoint.cli.command;

/** Where a new collection goes when {@code create} does not say. */
enum DefaultSharding {
    /** Over all shards, by the hash of {@code _id}. */
    HASHED,
    /** On the primary shard of its database, as MongoDB does. */
    NONE
}
