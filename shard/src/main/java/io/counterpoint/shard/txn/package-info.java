/**
 * Writes that wait for a decision: staged batches of routers, and transactions. Their changes are kept aside, with the
 * keys they claim held in the write loop, until they are made real or dropped.
 */
@NullMarked
package io.counterpoint.shard.txn;

import org.jspecify.annotations.NullMarked;
