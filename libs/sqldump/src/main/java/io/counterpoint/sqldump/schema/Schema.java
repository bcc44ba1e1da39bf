package io.counterpoint.sqldump.schema;

import io.counterpoint.sqldump.Dialect;
import io.counterpoint.sqldump.DumpException;
import io.counterpoint.sqldump.source.ByteText;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Everything a dump has declared up to the place that was read. One thread. */
public final class Schema {
    private static final Set<String> BACKSLASH_IN_CHARACTERS =
            Set.of("sjis", "cp932", "gbk", "gb18030", "big5", "shift_jis", "johab", "uhc");

    private final Dialect dialect;
    private final Map<QualifiedName, Table> tables = new LinkedHashMap<>();
    private final Map<QualifiedName, Sequence> sequences = new LinkedHashMap<>();
    private final Map<QualifiedName, QualifiedName> partitions = new HashMap<>();
    private final Set<String> enums = new HashSet<>();
    private final Map<String, SqlType> domains = new HashMap<>();
    private final Set<String> warnings = new java.util.LinkedHashSet<>();
    private String current;
    private @Nullable String database;
    private Charset charset = StandardCharsets.UTF_8;

    /** An empty schema. */
    public Schema(Dialect dialect) {
        this.dialect = dialect;
        this.current = dialect.defaultSchema();
    }

    /** Whose SQL it is. */
    public Dialect dialect() {
        return dialect;
    }

    /** The character set of the bytes that follow. */
    public Charset charset() {
        return charset;
    }

    /** Sets the character set by the database's name for it. */
    public void setCharset(String name, long line) {
        if (BACKSLASH_IN_CHARACTERS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new DumpException(
                    line, "the character set " + name + " has characters that hold a backslash; dump it as UTF-8");
        }
        try {
            charset = ByteText.charset(name);
        } catch (IllegalArgumentException e) {
            throw new DumpException(line, "the character set " + name + " is not known");
        }
    }

    /** The database that the dump says it comes from. */
    public Optional<String> database() {
        return Optional.ofNullable(database);
    }

    /** Sets {@link #database}. */
    public void setDatabase(String name) {
        database = name;
    }

    /** The schema of names that give none. */
    public void setCurrent(String schema) {
        current = schema;
    }

    /** Completes a name that gives no schema. */
    public QualifiedName complete(@Nullable String schema, String name) {
        return new QualifiedName(schema == null ? current : schema, name);
    }

    /** All tables in the order of the dump, without partitions. */
    public Collection<Table> tables() {
        return Collections.unmodifiableCollection(tables.values());
    }

    /** Declares a table. */
    public Table create(QualifiedName name, long line) {
        if (tables.containsKey(name)) {
            throw new DumpException(
                    line,
                    "the table " + name + " was created in line "
                            + tables.get(name).line() + " already");
        }
        Table table = new Table(name, line);
        tables.put(name, table);
        return table;
    }

    /** Takes a table back that has no rows. */
    public void drop(QualifiedName name) {
        tables.remove(name);
    }

    /** Finds a table; the rows of a partition belong to its parent. */
    public Optional<Table> find(QualifiedName name) {
        QualifiedName whole = name;
        while (partitions.containsKey(whole)) {
            whole = partitions.get(whole);
        }
        Table table = tables.get(whole);
        if (table == null && dialect != Dialect.POSTGRESQL) {
            String wanted = whole.toString();
            return tables.values().stream()
                    .filter(t -> t.name().toString().equalsIgnoreCase(wanted))
                    .findFirst();
        }
        return Optional.ofNullable(table);
    }

    /** A table that has to be there. */
    public Table table(QualifiedName name, long line) {
        return find(name)
                .orElseThrow(() -> new DumpException(line, "the table " + name + " is not created in this file"));
    }

    /** Whether a name is a partition of another table. */
    public boolean isPartition(QualifiedName name) {
        return partitions.containsKey(name);
    }

    /** Makes a table part of another. */
    public void attach(QualifiedName partition, QualifiedName parent) {
        tables.remove(partition);
        partitions.put(partition, parent);
    }

    /** The sequence of that name, made when it is new. */
    public Sequence sequence(QualifiedName name) {
        return sequences.computeIfAbsent(name, Sequence::new);
    }

    /** All sequences that were spoken of. */
    public Collection<Sequence> sequences() {
        return Collections.unmodifiableCollection(sequences.values());
    }

    /** Remembers an enum, whose values are text. */
    public void addEnum(String name) {
        enums.add(name);
    }

    /** Remembers what a domain stands for. */
    public void addDomain(String name, SqlType type) {
        domains.put(name, type);
    }

    /** A declared type with enums and domains replaced. */
    public SqlType resolve(SqlType declared) {
        SqlType type = declared;
        for (int depth = 0; depth < 10 && domains.containsKey(type.name()); depth++) {
            SqlType base = domains.get(type.name());
            type = new SqlType(
                    base.name(), base.arguments(), base.unsigned(), Math.max(base.dimensions(), type.dimensions()));
        }
        return enums.contains(type.name()) ? new SqlType("enum", List.of(), false, type.dimensions()) : type;
    }

    /**
     * Where the counter of a numbered column stands.
     *
     * @return the number handed out last; nothing when the dump does not say, so that the highest stored one decides
     */
    public OptionalLong last(Table table, Column column) {
        QualifiedName by = column.sequence();
        if (by != null && sequences.containsKey(by)) {
            return sequences.get(by).last();
        }
        return table.last();
    }

    /** Remembers something that the user should know. */
    public void warn(long line, String text) {
        warnings.add("line " + line + ": " + text);
    }

    /** What the user should know, in the order of the file, each once. */
    public List<String> warnings() {
        return new ArrayList<>(warnings);
    }
}
