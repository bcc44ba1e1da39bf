package io.counterpoint.router.write;

import io.counterpoint.base.error.CommandException;
import java.util.List;

/** Where a statement has to go. */
sealed interface WriteTarget {
    /** The statement as the shards get it; the client's unless something was added. */
    WriteStatement statement();

    /** To the one shard that can have the document. */
    record OneShard(String shard, WriteStatement statement) implements WriteTarget {}

    /** To all shards that can have documents it selects: it may change any number of them. */
    record EachShard(List<String> shards, WriteStatement statement) implements WriteTarget {}

    /** To the shard of the document it selects, which has to be found first. */
    record OwnerFirst(WriteStatement statement) implements WriteTarget {}

    /** Nowhere: it is refused as a write error. */
    record Refused(WriteStatement statement, CommandException reason) implements WriteTarget {}
}
