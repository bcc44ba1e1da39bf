package io.counterpoint.shard.collection;

import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Lists the numbers of one statement in its outcome. */
final class ReportedNumbers implements NumberSink {
    private final int position;
    private final WriteOutcome outcome;
    private final BsonDocument reported = new BsonDocument();

    ReportedNumbers(int position, WriteOutcome outcome) {
        this.position = position;
        this.outcome = outcome;
    }

    @Override
    public void generated(String field, BsonValue value) {
        outcome.numbered(position, field, value);
        reported.put(field, value);
    }

    @Override
    public BsonDocument reported() {
        return reported;
    }
}
