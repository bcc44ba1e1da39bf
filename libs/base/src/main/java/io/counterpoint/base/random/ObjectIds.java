package io.counterpoint.base.random;

import io.counterpoint.base.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.types.ObjectId;

/**
 * Generates ObjectIds for documents that were sent without {@code _id}: 4 bytes seconds, 5 bytes random per generator,
 * 3 bytes counter. Unique within one generator as long as fewer than 2^24 are drawn in one second. Any thread.
 *
 * <p>Source: the ObjectId page of the MongoDB manual.
 */
public final class ObjectIds {
    private final Clock clock;
    private final byte[] machine = new byte[5];
    private final AtomicInteger counter;

    /** Draws the generator's own 5 bytes and the start of its counter. */
    public ObjectIds(Clock clock, RandomSource random) {
        this.clock = clock;
        long bits = random.nextLong();
        for (int i = 0; i < machine.length; i++) {
            machine[i] = (byte) (bits >>> (8 * i));
        }
        counter = new AtomicInteger((int) random.nextLong());
    }

    /** Next id. */
    public ObjectId next() {
        int seconds = (int) (clock.millis() / 1000);
        int count = counter.getAndIncrement();
        byte[] bytes = new byte[12];
        bytes[0] = (byte) (seconds >>> 24);
        bytes[1] = (byte) (seconds >>> 16);
        bytes[2] = (byte) (seconds >>> 8);
        bytes[3] = (byte) seconds;
        System.arraycopy(machine, 0, bytes, 4, machine.length);
        bytes[9] = (byte) (count >>> 16);
        bytes[10] = (byte) (count >>> 8);
        bytes[11] = (byte) count;
        return new ObjectId(bytes);
    }
}
