package io.counterpoint.router.rpc;

import com.google.protobuf.ByteOutput;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.counterpoint.bson.raw.RawDocument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Crosses between documents and the byte strings of messages without copying: both are read-only by contract. */
final class MessageBytes {
    private MessageBytes() {}

    /** A document's bytes, shared. */
    static ByteString of(RawDocument document) {
        return UnsafeByteOperations.unsafeWrap(document.array(), document.offset(), document.byteLength());
    }

    /** The document that a byte string is, sharing its bytes when they lie in one array. */
    static RawDocument document(ByteString bytes) {
        OneArray found = new OneArray();
        try {
            UnsafeByteOperations.unsafeWriteTo(bytes, found);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        byte[] array = found.array;
        return array != null && found.length == bytes.size()
                ? RawDocument.of(array, found.offset)
                : RawDocument.of(bytes.toByteArray());
    }

    /** Notes where the bytes lie instead of taking them. */
    private static final class OneArray extends ByteOutput {
        private byte @Nullable [] array;
        private int offset;
        private int length;

        @Override
        public void write(byte value) {
            throw new UnsupportedOperationException("byte strings give arrays");
        }

        @Override
        public void write(byte[] value, int from, int count) {
            writeLazy(value, from, count);
        }

        @Override
        public void writeLazy(byte[] value, int from, int count) {
            array = value;
            offset = from;
            length = count;
        }

        @Override
        public void write(ByteBuffer value) {
            // Not an array: the caller copies.
        }

        @Override
        public void writeLazy(ByteBuffer value) {
            // Not an array: the caller copies.
        }
    }
}
