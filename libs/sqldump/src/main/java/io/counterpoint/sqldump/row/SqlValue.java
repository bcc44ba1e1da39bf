package io.counterpoint.sqldump.row;

import io.counterpoint.sqldump.source.ByteText;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** One value of a row, as the dump writes it; which type it becomes is decided by the column. */
public sealed interface SqlValue {
    /** NULL. */
    enum Null implements SqlValue {
        /** The only one. */
        INSTANCE
    }

    /** The word DEFAULT: the database fills the column. */
    enum Default implements SqlValue {
        /** The only one. */
        INSTANCE
    }

    /**
     * A string, or a field of COPY: bytes without quotes and escapes.
     *
     * @param bytes holds it between {@code from} and {@code to}
     * @param charset of the bytes, if they are text
     */
    @SuppressWarnings("ArrayRecordComponent") // a view of the batch; values are read once and never compared
    record Text(byte[] bytes, int from, int to, Charset charset) implements SqlValue {
        /** All of an array. */
        public Text(byte[] bytes, Charset charset) {
            this(bytes, 0, bytes.length, charset);
        }

        /** Text that is there already. */
        public Text(String text) {
            this(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        }

        /** As text. */
        public String text() throws CharacterCodingException {
            return ByteText.decode(bytes, from, to, charset);
        }

        /** As a copy of the bytes. */
        public byte[] copy() {
            return Arrays.copyOfRange(bytes, from, to);
        }
    }

    /** An unquoted number, as written. */
    record Numeric(String digits) implements SqlValue {}

    /** Bytes, given as such: {@code X'…'}, {@code 0x…}, {@code _binary '…'}. */
    @SuppressWarnings("ArrayRecordComponent") // as above
    record Binary(byte[] bytes) implements SqlValue {}

    /** Bits as zeros and ones. */
    record Bits(String bits) implements SqlValue {}

    /** TRUE or FALSE. */
    record Truth(boolean value) implements SqlValue {}
}
