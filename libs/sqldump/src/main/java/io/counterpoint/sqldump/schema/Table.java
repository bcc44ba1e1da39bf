package io.counterpoint.sqldump.schema;

import io.counterpoint.sqldump.DumpException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A table as far as the dump has told. One thread; the columns it hands out never change. */
public final class Table {
    private final QualifiedName name;
    private final long line;
    private List<Column> columns = List.of();
    private final List<Key> keys = new ArrayList<>();
    private OptionalLong last = OptionalLong.empty();

    Table(QualifiedName name, long line) {
        this.name = name;
        this.line = line;
    }

    /** Its name. */
    public QualifiedName name() {
        return name;
    }

    /** Where it is declared. */
    public long line() {
        return line;
    }

    /** Its columns in order. */
    public List<Column> columns() {
        return columns;
    }

    /** Its keys and indexes, the primary key among them. */
    public List<Key> keys() {
        return List.copyOf(keys);
    }

    /** The number handed out last, where the dump tells it of the table and not of a sequence. */
    public OptionalLong last() {
        return last;
    }

    /** Sets {@link #last}. */
    public void setLast(long number) {
        last = OptionalLong.of(number);
    }

    /** Finds a column; a name in another case will do when nothing fits exactly. */
    public Optional<Column> find(String column) {
        Optional<Column> exact =
                columns.stream().filter(c -> c.name().equals(column)).findFirst();
        return exact.isPresent()
                ? exact
                : columns.stream()
                        .filter(c -> c.name().equalsIgnoreCase(column))
                        .findFirst();
    }

    /** A column that has to be there. */
    public Column column(String column, long atLine) {
        return find(column).orElseThrow(() -> new DumpException(atLine, name + " has no column " + column));
    }

    /** Adds a column, or replaces the one of that name. */
    public void put(Column column) {
        List<Column> changed = new ArrayList<>(columns);
        for (int i = 0; i < changed.size(); i++) {
            if (changed.get(i).name().equalsIgnoreCase(column.name())) {
                changed.set(i, column);
                columns = List.copyOf(changed);
                return;
            }
        }
        changed.add(column);
        columns = List.copyOf(changed);
    }

    /** Adds a key; the columns of a primary key are never NULL. */
    public void add(Key key, long atLine) {
        for (Key.Part part : key.parts()) {
            Column column = column(part.column(), atLine);
            if (key.primary()) {
                put(column.required());
            }
        }
        keys.add(key);
    }
}
