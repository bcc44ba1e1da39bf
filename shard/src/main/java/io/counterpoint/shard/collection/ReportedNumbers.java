package io.counterpoint.shard.collection;

import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Collects the numbers of one statement, for the outcome to list once the statement went well. */
final class ReportedNumbers implements NumberSink {
    private final BsonDocument reported = new BsonDocument();

    static NumberSink sink(boolean wanted) {
        return wanted ? new ReportedNumbers() : IGNORE;
    }

    @Override
    public void generated(String field, BsonValue value) {
        reported.put(field, value);
    }

    @Override
    public BsonDocument reported() {
        return reported;
    }
}
