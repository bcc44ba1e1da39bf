package io.counterpoint.shard.catalog;

import io.counterpoint.cluster.name.Namespace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * What reading a view comes to, all views below it included. Immutable.
 *
 * @param namespace what is read in the end: a collection, which need not be there
 * @param pipeline what makes the view's documents of the collection's
 */
public record ResolvedView(Namespace namespace, List<BsonDocument> pipeline) {
    /** A pipeline over the view as one over the collection. */
    public BsonArray with(Collection<? extends BsonValue> stages) {
        List<BsonValue> whole = new ArrayList<>(pipeline);
        whole.addAll(stages);
        return new BsonArray(whole);
    }
}
