package io.counterpoint.restore.value;

import io.counterpoint.sqldump.row.SqlValue;
import java.nio.charset.CharacterCodingException;
import org.bson.BsonValue;

/** Turns the values of one column into BSON. Any thread. */
@FunctionalInterface
interface ValueWriter {
    /**
     * The BSON value; never called with NULL or DEFAULT.
     *
     * @param line for warnings
     * @throws CharacterCodingException when a text is none in the dump's character set
     * @throws IllegalArgumentException when the value does not fit the column's type; the text says why
     */
    BsonValue convert(SqlValue value, long line) throws CharacterCodingException;
}
