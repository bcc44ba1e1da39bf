package io.counterpoint.bench.part;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.wire.codec.MessageDecoder;
import io.counterpoint.wire.codec.MessageRoom;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Bytes from the socket to a validated message: an insert with some documents beside its body. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MessageDecodeBenchmark {
    private static final int OP_MSG = 2013;
    private static final int KIND_BODY = 0;
    private static final int KIND_SEQUENCE = 1;

    /** Documents in the message. */
    @Param({"1", "1000"})
    public int documents;

    private final EmbeddedChannel channel = new EmbeddedChannel(new MessageDecoder(new MessageRoom(Long.MAX_VALUE)));
    private ByteBuf message = Unpooled.EMPTY_BUFFER;

    /** Builds the message once. */
    @Setup
    public void build() {
        ByteBuf bytes = Unpooled.buffer();
        bytes.writeIntLE(0).writeIntLE(1).writeIntLE(0).writeIntLE(OP_MSG).writeIntLE(0);
        bytes.writeByte(KIND_BODY);
        bytes.writeBytes(BsonBytes.encode(
                new BsonDocument("insert", new BsonString("orders")).append("$db", new BsonString("shop"))));
        bytes.writeByte(KIND_SEQUENCE);
        int sequenceAt = bytes.writerIndex();
        bytes.writeIntLE(0);
        bytes.writeBytes(new byte[] {'d', 'o', 'c', 'u', 'm', 'e', 'n', 't', 's', 0});
        for (int i = 0; i < documents; i++) {
            bytes.writeBytes(BsonBytes.encode(SampleDocuments.order(i)));
        }
        bytes.setIntLE(sequenceAt, bytes.writerIndex() - sequenceAt);
        bytes.setIntLE(0, bytes.writerIndex());
        message = bytes;
    }

    /** One message. */
    @Benchmark
    public Object decode() {
        channel.writeInbound(message.retainedDuplicate());
        return channel.readInbound();
    }
}
