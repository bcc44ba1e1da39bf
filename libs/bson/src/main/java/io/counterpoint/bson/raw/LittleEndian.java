package io.counterpoint.bson.raw;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads and writes the fixed-width numbers of BSON, which are little-endian. */
final class LittleEndian {
    private static final VarHandle INT32 = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT64 = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    static int int32(byte[] bytes, int offset) {
        return (int) INT32.get(bytes, offset);
    }

    static long int64(byte[] bytes, int offset) {
        return (long) INT64.get(bytes, offset);
    }

    static void putInt32(byte[] bytes, int offset, int value) {
        INT32.set(bytes, offset, value);
    }

    static void putInt64(byte[] bytes, int offset, long value) {
        INT64.set(bytes, offset, value);
    }
}
