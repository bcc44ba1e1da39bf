package io.counterpoint.bench.part;

import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.Filter;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Filters against documents as they lie in the store; the time is that of one document. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class FilterMatchBenchmark {
    private static final int COUNT = 1_000;

    /** The filter. */
    @Param({
        "{\"id\": 500}",
        "{\"address.zip\": {\"$gte\": 10500}, \"tags\": \"paid\"}",
        "{\"$or\": [{\"customer\": \"customer 7\"}, {\"total\": {\"$lt\": 10}}]}",
        "{\"customer\": {\"$in\": [\"nobody\", \"no one\", \"none\"]}}",
        "{\"address.zip\": {\"$in\": [1, 2, 3]}, \"id\": {\"$ne\": 7}}",
        "{\"tags\": {\"$all\": [\"paid\", \"never\"]}}",
        "{\"tags\": {\"$size\": 77}, \"none\": {\"$exists\": false}}",
        "{\"total\": {\"$not\": {\"$gte\": -1}}, \"id\": {\"$type\": \"number\"}}",
        "{\"tags\": {\"$elemMatch\": {\"$gt\": \"zz\"}}}",
        "{\"id\": {\"$mod\": [1000000, 999999]}}",
        "{\"none\": null, \"id\": -1}",
        "{\"$nor\": [{\"id\": {\"$gte\": 0}}, {\"none\": 1}]}"
    })
    public String filter = "{}";

    private final RawDocument[] documents = new RawDocument[COUNT];
    private Filter parsed = Filter.parse(new BsonDocument(), QueryContext.plain());

    /** Encodes the documents once. */
    @Setup
    public void build() {
        parsed = Filter.parse(BsonDocument.parse(filter), QueryContext.plain());
        for (int i = 0; i < COUNT; i++) {
            documents[i] = SampleDocuments.rawOrder(i);
        }
    }

    /** All documents once. */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public int match() {
        int matched = 0;
        for (RawDocument document : documents) {
            if (parsed.matches(document)) {
                matched++;
            }
        }
        return matched;
    }
}
