package io.counterpoint.restore.value;

import io.counterpoint.restore.report.Warnings;
import io.counterpoint.sqldump.DumpException;
import io.counterpoint.sqldump.row.RowBatch;
import io.counterpoint.sqldump.row.RowDecoder;
import io.counterpoint.sqldump.row.RowTarget;
import io.counterpoint.sqldump.row.SqlValue;
import io.counterpoint.sqldump.schema.Column;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.types.ObjectId;

/** Makes documents of the rows of one target. Any thread. */
public final class RowEncoder {
    /**
     * A number that the restore gives because the row leaves it to the database.
     *
     * @param column its column
     * @param first of the first row of the batch
     * @param step to that of the next row
     */
    public record Given(String column, long first, long step) {}

    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    /** MongoDB's limit of a document. */
    private static final int DOCUMENT_BYTES_MAX = 16 << 20;

    private final RowTarget target;
    private final List<ValueWriter> writers = new ArrayList<>();
    private final LongFunction<ObjectId> ids;

    /** @param ids the {@code _id} of a row, by its number in the file */
    public RowEncoder(RowTarget target, LongFunction<ObjectId> ids, Warnings warnings) {
        this.target = target;
        this.ids = ids;
        ColumnTypes types = new ColumnTypes(target.dialect(), warnings);
        for (Column column : target.columns()) {
            writers.add(types.of(target.table() + "." + column.name(), column.type()));
        }
    }

    /** The name of the field that a column becomes: {@code _id} is taken. */
    public static String field(String column) {
        return column.equals("_id") ? "_id_" : column;
    }

    /**
     * The documents of a batch in its order.
     *
     * @throws DumpException with the line, when a value cannot be read
     */
    public List<RawBsonDocument> encode(RowBatch batch, List<Given> given) {
        List<RawBsonDocument> documents = new ArrayList<>(batch.count());
        for (int row = 0; row < batch.count(); row++) {
            BsonDocument document = new BsonDocument("_id", new BsonObjectId(ids.apply(batch.firstRow() + row)));
            for (Given number : given) {
                document.put(field(number.column()), Literals.whole(number.first() + row * number.step(), true));
            }
            List<SqlValue> values = RowDecoder.decode(batch, row);
            for (int i = 0; i < values.size(); i++) {
                Column column = target.columns().get(i);
                document.put(field(column.name()), value(column, i, values.get(i), batch.line(row)));
            }
            RawBsonDocument raw = new RawBsonDocument(document, CODEC);
            if (raw.getByteBuffer().remaining() > DOCUMENT_BYTES_MAX) {
                throw new DumpException(
                        batch.line(row), "a row of " + target.table() + " is larger than a document may be, 16 MiB");
            }
            documents.add(raw);
        }
        return documents;
    }

    private BsonValue value(Column column, int index, SqlValue value, long line) {
        if (value instanceof SqlValue.Null && !column.numbered()) {
            return BsonNull.VALUE;
        }
        if (value instanceof SqlValue.Null || value instanceof SqlValue.Default) {
            throw new DumpException(
                    line,
                    "a row of " + target.table() + " leaves " + column.name()
                            + " to the database; leave the column out of the INSERT, or give its value");
        }
        try {
            return writers.get(index).convert(value, line);
        } catch (CharacterCodingException e) {
            throw new DumpException(
                    line,
                    target.table() + "." + column.name() + " holds bytes that are no "
                            + target.charset().name());
        } catch (IllegalArgumentException e) {
            throw new DumpException(line, target.table() + "." + column.name() + ": " + e.getMessage());
        }
    }
}
