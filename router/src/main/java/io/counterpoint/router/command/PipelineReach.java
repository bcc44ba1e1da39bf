package io.counterpoint.router.command;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Tells whether a pipeline reaches beyond the documents of its collection on one shard, so that the router has to take
 * part.
 */
final class PipelineReach {
    private static final Set<String> BEYOND_ONE_SHARD = Set.of(
            "$currentOp",
            "$graphLookup",
            "$listLocalSessions",
            "$listSessions",
            "$lookup",
            "$merge",
            "$out",
            "$unionWith");

    private PipelineReach() {}

    /** Whether some stage does, or a stage of a pipeline inside of it. */
    static boolean needsRouter(Collection<? extends BsonValue> stages) {
        for (BsonValue stage : stages) {
            if (stage instanceof BsonDocument document && needsRouter(document)) {
                return true;
            }
        }
        return false;
    }

    private static boolean needsRouter(BsonDocument stage) {
        for (Map.Entry<String, BsonValue> entry : stage.entrySet()) {
            if (BEYOND_ONE_SHARD.contains(entry.getKey())) {
                return true;
            }
            if (entry.getKey().equals("$facet") && entry.getValue() instanceof BsonDocument facets) {
                for (BsonValue facet : facets.values()) {
                    if (facet instanceof BsonArray inner && needsRouter(inner)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
