package io.counterpoint.wire.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.testkit.seed.Seeds;
import io.counterpoint.testkit.value.BsonValues;
import io.counterpoint.wire.command.CommandReply;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MessageEncoderTest {
    private static final BsonDocument OK = new BsonDocument("ok", new BsonDouble(1));

    private final AtomicLong sentBytes = new AtomicLong();
    private final EmbeddedChannel channel = new EmbeddedChannel(new MessageEncoder(sentBytes::addAndGet));

    private byte[] encode(BsonDocument body, BsonDocument trailer, boolean legacy, @Nullable Compressor compressor) {
        channel.writeOutbound(new ReplyMessage(11, 7, legacy, false, compressor, new CommandReply(body, trailer)));
        ByteBuf written = channel.readOutbound();
        byte[] bytes = new byte[written.readableBytes()];
        written.readBytes(bytes);
        written.release();
        return bytes;
    }

    @Test
    void writesWhatTheDecoderReads() throws ProtocolException {
        byte[] message = encode(new BsonDocument("n", new BsonInt32(3)), OK, false, null);

        RequestMessage read = MessageParser.parse(message);
        assertThat(read.requestId()).isEqualTo(11);
        assertThat(read.body()).isEqualTo(BsonDocument.parse("{n: 3, ok: 1.0}"));
        assertThat(read.body().keySet()).containsExactly("n", "ok");
        assertThat(sentBytes).hasValue(message.length);
    }

    @Test
    void writesTreesAndBytesAlike() {
        Seeds.run(MessageEncoderTest.class, 500, random -> {
            BsonDocument tree = new BsonValues(random).document();
            RawDocument raw = BsonBytes.raw(tree);
            BsonDocument mixed = new BsonDocument("a", new BsonArray(List.of(raw, tree))).append("b", raw);

            BsonDocument whole = mixed.clone();
            whole.putAll(OK);
            assertThat(documentOf(encode(mixed, OK, false, null))).isEqualTo(BsonBytes.encode(whole));
            assertThat(documentOf(encode(raw, new BsonDocument(), false, null))).isEqualTo(BsonBytes.encode(tree));
        });
    }

    private static byte[] documentOf(byte[] message) {
        return Arrays.copyOfRange(message, 21, message.length);
    }

    @Test
    void numbersArrayElementsPastThePreparedOnes() throws ProtocolException {
        BsonArray array = new BsonArray();
        for (int i = 0; i < 12_000; i++) {
            array.add(new BsonInt32(i));
        }
        byte[] message = encode(new BsonDocument("a", array), OK, false, null);
        assertThat(MessageParser.parse(message).problem()).isNull();
        assertThat(documentOf(message))
                .isEqualTo(BsonBytes.encode(new BsonDocument("a", array).append("ok", new BsonDouble(1))));
    }

    @Test
    void answersOldDriversWithOpReply() {
        byte[] message = encode(new BsonDocument("ismaster", new BsonInt32(1)), OK, true, null);

        RawDocument header = RawDocument.of(message, 36);
        assertThat(message[12]).isEqualTo((byte) 1);
        assertThat(message[16]).as("await capable").isEqualTo((byte) 8);
        assertThat(message[32]).as("number of documents").isEqualTo((byte) 1);
        assertThat(header).isEqualTo(BsonDocument.parse("{ismaster: 1, ok: 1.0}"));
    }

    @ParameterizedTest
    @EnumSource
    void compressesLargeReplies(Compressor compressor) throws ProtocolException {
        BsonDocument body = new BsonDocument("text", new BsonString("abcdefgh".repeat(1_000)));

        byte[] message = encode(body, OK, false, compressor);

        RequestMessage read = MessageParser.parse(message);
        assertThat(read.compressor()).isEqualTo(compressor);
        assertThat(read.requestId()).isEqualTo(11);
        assertThat(read.body().get("text")).isEqualTo(body.get("text"));
        if (compressor != Compressor.NOOP) {
            assertThat(message.length).isLessThan(2_000);
        }
    }

    @Test
    void sendsSmallRepliesAsTheyAre() throws ProtocolException {
        byte[] message = encode(new BsonDocument(), OK, false, Compressor.ZLIB);
        assertThat(MessageParser.parse(message).compressor()).isNull();
    }

    @Test
    void refusesToSendWhatIsTooLarge() throws ProtocolException {
        BsonDocument body = new BsonDocument("data", new BsonBinary(new byte[17 * 1024 * 1024]));

        RequestMessage read = MessageParser.parse(encode(body, OK, false, null));

        assertThat(read.body().getInt32("code").getValue()).isEqualTo(10334);
        assertThat(read.body().getDouble("ok").getValue()).isZero();
        assertThat(read.body().getString("errmsg").getValue()).startsWith("BSONObj size: 1782");
    }
}
