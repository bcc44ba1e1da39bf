package io.counterpoint.wire.command.basic;

import io.counterpoint.base.metric.Metrics;
import io.counterpoint.wire.command.CommandDispatcher;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt64;

/** The section {@code opcounters} of {@code serverStatus}: commands answered since the start, by kind. */
final class OperationCounters {
    /** MongoDB's name of the counter, by the command that it counts; all other commands go to {@code command}. */
    private static final Map<String, String> BY_COMMAND =
            Map.of("insert", "insert", "find", "query", "update", "update", "delete", "delete", "getMore", "getmore");

    private OperationCounters() {}

    static BsonDocument read(Metrics metrics) {
        BsonDocument counters = new BsonDocument();
        for (String name : new String[] {"insert", "query", "update", "delete", "getmore", "command"}) {
            counters.append(name, new BsonInt64(0));
        }
        CommandDispatcher.commandCounts(metrics).forEach((command, count) -> {
            String counter = BY_COMMAND.getOrDefault(command, "command");
            long sum = counters.getInt64(counter).getValue() + count;
            counters.append(counter, new BsonInt64(sum));
        });
        return counters;
    }
}
