package io.counterpoint.router.catalog;

/**
 * Where a shard is reached.
 *
 * @param rpc what the channel factory opens: {@code host:port}, or a name within the process
 * @param wire {@code host:port} of the shard's MongoDB wire protocol, which the catalog shows to people and tools
 */
public record ShardAddress(String rpc, String wire) {
    /** A shard of which only one address is known. */
    public static ShardAddress of(String rpc) {
        return new ShardAddress(rpc, rpc);
    }
}
