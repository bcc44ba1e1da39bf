package io.counterpoint.shard.command;

import io.counterpoint.base.limit.Limits;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.cursor.CursorRequest;
import org.bson.BsonDocument;

/** The {@code cursor: {batchSize}} argument of commands that list things, and of {@code aggregate}. */
final class ListArguments {
    private ListArguments() {}

    static CursorRequest cursor(CommandRequest request, String namespace) {
        BsonDocument cursor = Arguments.of(request).documentOrEmpty("cursor");
        long batchSize =
                new Arguments(request.name() + ".cursor", cursor).count("batchSize", Limits.CURSOR_FIRST_BATCH_COUNT);
        return CursorRequest.of(namespace).withBatchSize((int) Math.min(batchSize, Integer.MAX_VALUE));
    }
}
