/**
 * Transactions as a router runs them. {@link io.counterpoint.router.txn.RouterTransactions} knows which shards take
 * part in which transaction: every request of a transaction passes through it on its way to a shard, and the end of a
 * transaction is carried out by it, in two phases where several shards have written. Called by the way to the shards
 * and by the commands that end transactions.
 */
@NullMarked
package io.counterpoint.router.txn;

import org.jspecify.annotations.NullMarked;
