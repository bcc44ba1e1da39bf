package io.counterpoint.bson.raw;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import io.counterpoint.testkit.value.BsonValues;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.junit.jupiter.api.Test;

class BsonBytesPropertyTest {
    private static final BsonDocumentCodec DRIVER = new BsonDocumentCodec();

    @Test
    void encodesAsTheDriverDoes() {
        Seeds.run(BsonBytesPropertyTest.class, 5_000, random -> {
            BsonDocument document = new BsonValues(random).document();
            byte[] bytes = BsonBytes.encode(document);
            assertThat(bytes).isEqualTo(encodedByDriver(document));
            assertThat(decodedByDriver(bytes)).isEqualTo(document);
        });
    }

    @Test
    void encodingAViewOrATreeOfItGivesTheSameBytes() {
        Seeds.run(BsonBytesPropertyTest.class, 5_000, random -> {
            RawDocument raw = BsonBytes.raw(new BsonValues(random).document());
            assertThat(BsonBytes.encode(raw)).isEqualTo(raw.toByteArray());
            assertThat(BsonBytes.encode(raw.toTree())).isEqualTo(raw.toByteArray());
            assertThat(new BsonOutput().appendFields(raw).finishToByteArray()).isEqualTo(raw.toByteArray());
        });
    }

    @Test
    void acceptsWhatItEncoded() {
        Seeds.run(BsonBytesPropertyTest.class, 5_000, random -> {
            byte[] bytes = BsonBytes.encode(new BsonValues(random).document());
            int offset = random.nextInt(4);
            byte[] larger = new byte[offset + bytes.length + random.nextInt(4)];
            System.arraycopy(bytes, 0, larger, offset, bytes.length);
            BsonBytes.validate(larger, offset, bytes.length);
        });
    }

    @Test
    void damagedBytesAreRefusedOrHarmless() {
        Seeds.run(BsonBytesPropertyTest.class, 50_000, random -> {
            byte[] bytes = damaged(BsonBytes.encode(new BsonValues(random).document()), random);
            if (accepted(bytes)) {
                // Whatever passed must be readable to the last byte, by us and by the driver.
                RawDocument raw = RawDocument.of(bytes);
                assertThat(raw.toTree().toJson()).isNotNull();
                assertThat(decodedByDriver(bytes)).isNotNull();
            }
        });
    }

    @Test
    void randomBytesAreRefusedOrHarmless() {
        Seeds.run(BsonBytesPropertyTest.class, 50_000, random -> {
            byte[] bytes = random.nextBytes(random.nextInt(40));
            if (bytes.length >= 5) {
                LittleEndian.putInt32(bytes, 0, bytes.length);
                bytes[bytes.length - 1] = 0;
            }
            if (accepted(bytes)) {
                assertThat(RawDocument.of(bytes).toTree().toJson()).isNotNull();
            }
        });
    }

    private static boolean accepted(byte[] bytes) {
        try {
            BsonBytes.validate(bytes, 0, bytes.length);
            return true;
        } catch (CommandException refusal) {
            return false;
        }
    }

    private static byte[] damaged(byte[] original, SeededRandom random) {
        byte[] bytes = original.clone();
        for (int i = random.between(1, 3); i > 0; i--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextLong();
                case 1 -> bytes[at] = 0;
                case 2 -> bytes[at] += (byte) (random.nextBoolean() ? 1 : -1);
                default -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
            }
        }
        return bytes;
    }

    private static byte[] encodedByDriver(BsonDocument document) {
        BasicOutputBuffer buffer = new BasicOutputBuffer();
        DRIVER.encode(
                new BsonBinaryWriter(buffer), document, EncoderContext.builder().build());
        return buffer.toByteArray();
    }

    private static BsonDocument decodedByDriver(byte[] bytes) {
        return DRIVER.decode(
                new BsonBinaryReader(ByteBuffer.wrap(bytes)),
                DecoderContext.builder().build());
    }
}
