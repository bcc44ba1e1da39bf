package io.counterpoint.shard;

import io.counterpoint.base.Environment;
import io.counterpoint.shard.storage.RocksMemory;
import io.counterpoint.wire.server.EventLoops;
import java.util.concurrent.Executor;

/**
 * What a shard takes from the program that runs it. All of it is closed by that program, after the shard.
 *
 * @param environment clock, timers, chance, workers, metrics; the workers must not be bounded, since a worker may wait
 *     for the write loop and the loop for a worker
 * @param loops threads for connections; shared by the processes of one program
 * @param memory of the storage library; shared by the shards of one program
 * @param syncExecutor runs this shard's syncs, one at a time, and may block for the disk
 */
public record ShardResources(Environment environment, EventLoops loops, RocksMemory memory, Executor syncExecutor) {}
