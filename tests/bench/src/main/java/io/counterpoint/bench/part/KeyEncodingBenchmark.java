package io.counterpoint.bench.part;

import io.counterpoint.bson.key.KeyEncoding;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Values to the bytes of index keys. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class KeyEncodingBenchmark {
    private final BsonValue number = new BsonInt64(123_456);
    private final BsonValue objectId = new BsonObjectId(new ObjectId(1_700_000_000, 77));
    private final List<BsonValue> compound =
            List.of(new BsonString("customer 77"), new BsonInt64(123_456), new BsonString("paid"));
    private final boolean[] directions = {false, true, false};

    /** The key of an autoincrement field. */
    @Benchmark
    public byte[] number() {
        return KeyEncoding.encode(number);
    }

    /** The key of most {@code _id} fields. */
    @Benchmark
    public byte[] objectId() {
        return KeyEncoding.encode(objectId);
    }

    /** A key of three fields, one of them descending. */
    @Benchmark
    public byte[] compound() {
        return KeyEncoding.encode(compound, directions);
    }
}
