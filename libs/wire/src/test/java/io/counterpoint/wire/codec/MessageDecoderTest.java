package io.counterpoint.wire.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import io.counterpoint.testkit.value.BsonValues;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageDecoderTest {
    private static final BsonDocument PING =
            new BsonDocument("ping", new BsonInt32(1)).append("$db", new BsonString("test"));

    private final EmbeddedChannel channel = new EmbeddedChannel(new MessageDecoder(new MessageRoom(Long.MAX_VALUE)));

    private RequestMessage decode(byte[] message) {
        channel.writeInbound(Unpooled.wrappedBuffer(message));
        RequestMessage decoded = channel.readInbound();
        assertThat(decoded).isNotNull();
        return decoded;
    }

    private static CommandException problemOf(RequestMessage message) {
        return Objects.requireNonNull(message.problem());
    }

    private void assertRefused(byte[] message, String reason) {
        assertThatThrownBy(() -> channel.writeInbound(Unpooled.wrappedBuffer(message)))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining(reason);
        assertThat(channel.<RequestMessage>readInbound()).isNull();
    }

    @Test
    void readsBodyAndSequences() {
        List<BsonDocument> documents =
                List.of(new BsonDocument("_id", new BsonInt32(1)), new BsonDocument("_id", new BsonInt32(2)));

        RequestMessage message = decode(TestMessages.msg(7, 0, PING, Map.of("documents", documents)));

        assertThat(message.requestId()).isEqualTo(7);
        assertThat(message.body()).isEqualTo(PING);
        assertThat(message.sequences()).containsOnlyKeys("documents");
        assertThat(message.sequences().get("documents")).hasToString(documents.toString());
        assertThat(message.moreToCome()).isFalse();
        assertThat(message.exhaustAllowed()).isFalse();
        assertThat(message.legacy()).isFalse();
        assertThat(message.problem()).isNull();
    }

    @Test
    void aLargeMessageWithoutRoomIsRefusedAndTheNextOneIsRead() {
        MessageRoom room = new MessageRoom(2L << 20);
        EmbeddedChannel crowded = new EmbeddedChannel(new MessageDecoder(room));
        BsonDocument large = new BsonDocument("insert", new BsonString("x".repeat(5 << 20)));

        crowded.writeInbound(Unpooled.wrappedBuffer(TestMessages.msg(3, 2, large), TestMessages.msg(4, 0, PING)));

        RequestMessage refused = crowded.readInbound();
        assertThat(refused.requestId()).isEqualTo(3);
        assertThat(refused.moreToCome()).isTrue();
        assertThat(problemOf(refused).code()).isEqualTo(ErrorCode.EXCEEDED_MEMORY_LIMIT);
        assertThat(crowded.<RequestMessage>readInbound().body()).isEqualTo(PING);
        assertThat(room.takenBytes()).isZero();
        assertThat(room.refusalCount()).isEqualTo(1);
    }

    @Test
    void aLargeMessageTakesRoomUntilItIsGivenBack() {
        MessageRoom room = new MessageRoom(6L << 20);
        EmbeddedChannel one = new EmbeddedChannel(new MessageDecoder(room));
        byte[] message = TestMessages.msg(3, 0, new BsonDocument("insert", new BsonString("x".repeat(5 << 20))));

        one.writeInbound(Unpooled.wrappedBuffer(message));

        RequestMessage taken = one.readInbound();
        assertThat(taken.problem()).isNull();
        assertThat(room.takenBytes()).isEqualTo(taken.roomBytes()).isBetween(4L << 20, 5L << 20);
        room.give(taken.roomBytes());
        assertThat(room.takenBytes()).isZero();
    }

    @Test
    void whatACompressedMessageUnpacksToNeedsRoomToo() throws IOException {
        MessageRoom room = new MessageRoom(2L << 20);
        EmbeddedChannel crowded = new EmbeddedChannel(new MessageDecoder(room));
        byte[] message = TestMessages.msg(3, 0, new BsonDocument("insert", new BsonString("x".repeat(5 << 20))));

        crowded.writeInbound(Unpooled.wrappedBuffer(TestMessages.compressed(Compressor.ZLIB, message)));

        assertThat(problemOf(crowded.<RequestMessage>readInbound()).code()).isEqualTo(ErrorCode.EXCEEDED_MEMORY_LIMIT);
        assertThat(room.takenBytes()).isZero();
    }

    @Test
    void aConnectionThatEndsWithinALargeMessageGivesItsRoomBack() {
        MessageRoom room = new MessageRoom(6L << 20);
        EmbeddedChannel cut = new EmbeddedChannel(new MessageDecoder(room));
        byte[] message = TestMessages.msg(3, 0, new BsonDocument("insert", new BsonString("x".repeat(5 << 20))));

        cut.writeInbound(Unpooled.wrappedBuffer(message, 0, 4 << 20));
        assertThat(room.takenBytes()).isPositive();
        assertThatThrownBy(cut::finish).isInstanceOf(ProtocolException.class);

        assertThat(room.takenBytes()).isZero();
    }

    @Test
    void readsFlags() {
        assertThat(decode(TestMessages.msg(1, 2, PING)).moreToCome()).isTrue();
        assertThat(decode(TestMessages.msg(1, 1 << 16, PING)).exhaustAllowed()).isTrue();
        // The upper half of the flags is for those who know them.
        assertThat(decode(TestMessages.msg(1, 1 << 20, PING)).body()).isEqualTo(PING);
        assertRefused(TestMessages.msg(1, 4, PING), "unknown OP_MSG flags 0x4");
    }

    @Test
    void givesTheSameMessagesForEveryCutOfTheStream() {
        Seeds.run(MessageDecoderTest.class, 200, random -> {
            ByteArrayOutputStream stream = new ByteArrayOutputStream();
            List<BsonDocument> bodies = new ArrayList<>();
            BsonValues values = new BsonValues(random);
            for (int i = 0; i < 5; i++) {
                BsonDocument body = new BsonDocument("x", values.document());
                bodies.add(body);
                byte[] message = TestMessages.msg(i, random.nextInt(2), body, Map.of("s", List.of(values.document())));
                stream.writeBytes(
                        random.oneIn(3)
                                ? TestMessages.compressed(
                                        random.pick(List.of(Compressor.values())), withoutChecksum(message))
                                : message);
            }
            EmbeddedChannel cut = new EmbeddedChannel(new MessageDecoder(new MessageRoom(Long.MAX_VALUE)));
            byte[] bytes = stream.toByteArray();
            for (int at = 0; at < bytes.length; ) {
                int count = Math.min(bytes.length - at, random.oneIn(4) ? 1 : random.between(1, 200));
                cut.writeInbound(Unpooled.copiedBuffer(bytes, at, count));
                at += count;
            }
            for (int i = 0; i < bodies.size(); i++) {
                RequestMessage message = cut.readInbound();
                assertThat(message.requestId()).isEqualTo(i);
                assertThat(message.body()).isEqualTo(bodies.get(i));
                assertThat(message.sequences()).containsOnlyKeys("s");
            }
            assertThat(cut.<RequestMessage>readInbound()).isNull();
            cut.finishAndReleaseAll();
        });
    }

    /** Compression happens before the header is known, so clients do not combine it with a checksum. */
    private static byte[] withoutChecksum(byte[] message) {
        if ((message[16] & 1) == 0) {
            return message;
        }
        byte[] plain = Arrays.copyOf(message, message.length - 4);
        plain[16] = 0;
        System.arraycopy(TestMessages.int32(plain.length), 0, plain, 0, 4);
        return plain;
    }

    @Test
    void refusesOrReadsMutatedMessagesAndNeverFailsOtherwise() {
        Seeds.run(MessageDecoderTest.class, 3_000, random -> {
            byte[] message = TestMessages.msg(
                    1, 0, new BsonDocument("x", new BsonValues(random).document()), Map.of("s", List.of(PING)));
            if (random.oneIn(2)) {
                message = TestMessages.compressed(random.pick(List.of(Compressor.values())), message);
            }
            mutate(message, random);
            EmbeddedChannel mutated = new EmbeddedChannel(new MessageDecoder(new MessageRoom(Long.MAX_VALUE)));
            try {
                mutated.writeInbound(Unpooled.wrappedBuffer(message));
                RequestMessage decoded = mutated.readInbound();
                if (decoded != null && decoded.problem() == null) {
                    // What got through can be read to its last field. A name may have come to stand there twice, and
                    // then a tree has the first of the two.
                    byte[] read = BsonBytes.encode(decoded.body().toTree());
                    assertThat(read).hasSizeLessThanOrEqualTo(decoded.body().byteLength());
                }
                mutated.finishAndReleaseAll();
            } catch (Exception refused) {
                assertThat(refused).isInstanceOf(ProtocolException.class);
            }
        });
    }

    private static void mutate(byte[] message, SeededRandom random) {
        int count = random.between(1, 4);
        for (int i = 0; i < count; i++) {
            // The length is left alone in most cases: otherwise little but the length is ever tried.
            int from = random.oneIn(20) ? 0 : 4;
            message[random.between(from, message.length - 1)] = (byte) random.nextLong();
        }
    }

    @Test
    void checksTheChecksum() {
        byte[] good = TestMessages.msg(1, 1, PING);
        assertThat(decode(good).body()).isEqualTo(PING);

        byte[] bad = TestMessages.msg(1, 1, PING);
        bad[bad.length - 10] ^= 1;
        assertRefused(bad, "checksum does not match");
    }

    @ParameterizedTest
    @EnumSource
    void decompresses(Compressor compressor) throws Exception {
        BsonDocument body = new BsonDocument("echo", new BsonString("abc".repeat(10_000)));

        RequestMessage message = decode(TestMessages.compressed(compressor, TestMessages.msg(3, 0, body)));

        assertThat(message.requestId()).isEqualTo(3);
        assertThat(message.body()).isEqualTo(body);
        assertThat(message.compressor()).isEqualTo(compressor);
    }

    @ParameterizedTest
    @EnumSource
    void refusesDataThatGivesMoreOrLessThanItAnnounced(Compressor compressor) throws Exception {
        byte[] message = TestMessages.msg(3, 0, PING);
        byte[] plain = Arrays.copyOfRange(message, 16, message.length);
        byte[] data = compressor.compress(plain);
        for (int announced : new int[] {0, plain.length - 1, plain.length + 1, 40_000_000}) {
            EmbeddedChannel fresh = new EmbeddedChannel(new MessageDecoder(new MessageRoom(Long.MAX_VALUE)));
            assertThatThrownBy(() -> fresh.writeInbound(
                            Unpooled.wrappedBuffer(TestMessages.compressed(message, compressor.id(), announced, data))))
                    .as("announced %d", announced)
                    .isInstanceOf(ProtocolException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, 48_000_000, Integer.MAX_VALUE})
    void refusesSizesBeyondTheLimitBeforeDecompressing(int announced) {
        byte[] message = TestMessages.msg(3, 0, PING);
        assertRefused(TestMessages.compressed(message, 2, announced, new byte[10]), "is out of range");
    }

    @Test
    void refusesUnknownAndNestedCompression() throws Exception {
        byte[] message = TestMessages.msg(3, 0, PING);
        assertRefused(TestMessages.compressed(message, 9, message.length, message), "unknown compressor 9");
        EmbeddedChannel fresh = new EmbeddedChannel(new MessageDecoder(new MessageRoom(Long.MAX_VALUE)));
        byte[] twice = TestMessages.compressed(Compressor.ZLIB, TestMessages.compressed(Compressor.ZLIB, message));
        assertThatThrownBy(() -> fresh.writeInbound(Unpooled.wrappedBuffer(twice)))
                .hasMessageContaining("OP_COMPRESSED within OP_COMPRESSED");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 15, 48_000_001, Integer.MAX_VALUE})
    void refusesLengthsOutOfRange(int length) {
        byte[] message = TestMessages.msg(1, 0, PING);
        System.arraycopy(TestMessages.int32(length), 0, message, 0, 4);
        assertRefused(message, "message length " + length + " is out of range");
    }

    @Test
    void ignoresWhatFollowsABrokenMessage() {
        assertRefused(TestMessages.message(1, 2013, new byte[0]), "message ends within a number");
        channel.writeInbound(Unpooled.wrappedBuffer(TestMessages.msg(1, 0, PING)));
        assertThat(channel.<RequestMessage>readInbound()).isNull();
    }

    @Test
    void reportsAConnectionThatEndsWithinAMessage() {
        byte[] message = TestMessages.msg(1, 0, PING);
        channel.writeInbound(Unpooled.wrappedBuffer(message, 0, message.length - 1));
        assertThatThrownBy(channel::finish)
                .isInstanceOf(ProtocolException.class)
                .hasMessage("connection ended within a message");
    }

    @Test
    void refusesOpcodesThatAreGone() {
        assertRefused(TestMessages.message(1, 2002, new byte[20]), "unsupported opcode 2002");
    }

    @Test
    void refusesWrongSections() {
        byte[] body = BsonBytes.encode(PING);
        assertSectionsRefused("OP_MSG without a body", TestMessages.sequence("s", List.of(PING)));
        assertSectionsRefused("more than one body", concat(new byte[1], body), concat(new byte[1], body));
        assertSectionsRefused("unknown section kind 2", concat(new byte[] {2}, body));
        assertSectionsRefused(
                "two sequences with one name",
                TestMessages.sequence("s", List.of(PING)),
                TestMessages.sequence("s", List.of(PING)));
        assertSectionsRefused("does not fit into its section", concat(new byte[1], Arrays.copyOf(body, 10)));
        assertSectionsRefused("section size 3 is out of range", concat(new byte[] {1}, TestMessages.int32(3)));
        assertSectionsRefused(
                "message ends within a name", concat(new byte[] {1}, TestMessages.int32(6), new byte[] {'a', 'b'}));
    }

    private static void assertSectionsRefused(String reason, byte[]... sections) {
        byte[] message = TestMessages.message(1, 2013, concat(new byte[4], concat(sections)));
        EmbeddedChannel fresh = new EmbeddedChannel(new MessageDecoder(new MessageRoom(Long.MAX_VALUE)));
        assertThatThrownBy(() -> fresh.writeInbound(Unpooled.wrappedBuffer(message)))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining(reason);
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            whole.writeBytes(part);
        }
        return whole.toByteArray();
    }

    @Test
    void tellsTheClientOfInvalidBsonInAGoodFrame() {
        byte[] message = TestMessages.msg(5, 0, PING);
        message[25] = 0x55; // the type of the first element

        RequestMessage decoded = decode(message);

        assertThat(decoded.requestId()).isEqualTo(5);
        assertThat(problemOf(decoded).code().number()).isEqualTo(22);
        assertThat(decoded.body()).isEmpty();
    }

    @Test
    void takesDeepestDocumentsInsideOfCommands() {
        BsonDocument deep = new BsonDocument();
        for (int level = 2; level <= 197; level++) {
            deep = new BsonDocument("a", deep);
        }
        BsonDocument insert = new BsonDocument("insert", new BsonString("a"))
                .append("documents", new BsonArray(List.of(deep)))
                .append("$db", new BsonString("test"));

        assertThat(decode(TestMessages.msg(5, 0, insert)).body()).isEqualTo(insert);

        insert.put("documents", new BsonArray(List.of(new BsonArray(List.of(new BsonDocument("a", deep))))));

        assertThat(problemOf(decode(TestMessages.msg(5, 0, insert))).text())
                .isEqualTo("BSONObj exceeded maximum nested object depth: 200");
    }

    @Test
    void readsTheHandshakeOfOldDrivers() {
        BsonDocument hello = new BsonDocument("isMaster", new BsonInt32(1));
        RequestMessage plain = decode(TestMessages.query(1, "admin.$cmd", hello));
        assertThat(plain.legacyDatabase()).isEqualTo("admin");
        assertThat(plain.body()).isEqualTo(hello);
        assertThat(plain.problem()).isNull();

        RequestMessage wrapped = decode(TestMessages.query(1, "admin.$cmd", new BsonDocument("$query", hello)));
        assertThat(wrapped.body()).isEqualTo(hello);
    }

    @Test
    void refusesOtherQueriesByName() {
        RequestMessage command =
                decode(TestMessages.query(1, "admin.$cmd", new BsonDocument("buildInfo", new BsonInt32(1))));
        assertThat(problemOf(command).code().number()).isEqualTo(352);
        assertThat(problemOf(command).text()).startsWith("Unsupported OP_QUERY command: buildInfo.");

        RequestMessage query = decode(TestMessages.query(1, "test.numbers", new BsonDocument()));
        assertThat(problemOf(query).code().number()).isEqualTo(5739101);
    }
}
