package io.counterpoint.restore.load;

import io.counterpoint.restore.report.Warnings;
import io.counterpoint.restore.value.RowEncoder;
import io.counterpoint.sqldump.DumpException;
import io.counterpoint.sqldump.row.RowBatch;
import io.counterpoint.sqldump.schema.Column;
import io.counterpoint.sqldump.schema.QualifiedName;
import io.counterpoint.sqldump.schema.Schema;
import io.counterpoint.sqldump.schema.Sequence;
import io.counterpoint.sqldump.schema.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The numbers that rows leave to the database: those they would have had there. Sees every batch in order. One thread.
 */
public final class GivenNumbers {
    private record Numbered(QualifiedName table, String column) {}

    private final Schema schema;
    private final Warnings warnings;
    private final Set<Numbered> inRows = new HashSet<>();
    private final Map<Numbered, Long> generated = new HashMap<>();

    /** Numbers of a dump whose sequences move on as rows take from them. */
    public GivenNumbers(Schema schema, Warnings warnings) {
        this.schema = schema;
        this.warnings = warnings;
    }

    /**
     * What the rows of a batch get.
     *
     * @throws DumpException with the line, when a number cannot be known
     */
    public List<RowEncoder.Given> of(Table table, RowBatch batch) {
        List<Column> listed = batch.target().columns();
        List<RowEncoder.Given> given = new ArrayList<>();
        for (Column column : table.columns()) {
            boolean has = listed.stream().anyMatch(c -> c.name().equals(column.name()));
            if (has && column.numbered()) {
                inRows.add(new Numbered(table.name(), column.name()));
            } else if (!has && column.numbered()) {
                given.add(number(table, batch, column));
            } else if (!has && !column.computed()) {
                warnings.add(
                        table.name() + "." + column.name()
                                + ": rows leave it to the database's default, so the field is absent",
                        batch.line(0));
            }
        }
        return given;
    }

    private RowEncoder.Given number(Table table, RowBatch batch, Column column) {
        QualifiedName by = column.sequence();
        if (by != null) {
            Sequence sequence = schema.sequence(by);
            long first =
                    sequence.last().isPresent() ? sequence.last().getAsLong() + sequence.increment() : sequence.start();
            sequence.set(first + (batch.count() - 1) * sequence.increment(), true);
            return new RowEncoder.Given(column.name(), first, sequence.increment());
        }
        Numbered numbered = new Numbered(table.name(), column.name());
        if (inRows.contains(numbered)) {
            throw new DumpException(
                    batch.line(0),
                    "rows of " + table.name() + " leave " + column.name()
                            + " to the database after others gave it: its number cannot be known");
        }
        long first = generated.merge(numbered, (long) batch.count(), Long::sum) - batch.count() + 1;
        return new RowEncoder.Given(column.name(), first, 1);
    }
}
