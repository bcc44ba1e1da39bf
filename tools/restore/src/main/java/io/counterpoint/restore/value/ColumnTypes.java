package io.counterpoint.restore.value;

import io.counterpoint.restore.report.Warnings;
import io.counterpoint.sqldump.Dialect;
import io.counterpoint.sqldump.row.SqlValue;
import io.counterpoint.sqldump.schema.SqlType;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.Locale;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Which BSON type a column's values become; {@code docs/restore.md} has the table. */
final class ColumnTypes {
    private final Dialect dialect;
    private final Warnings warnings;

    ColumnTypes(Dialect dialect, Warnings warnings) {
        this.dialect = dialect;
        this.warnings = warnings;
    }

    /**
     * The conversion of a column.
     *
     * @param column its name with that of its table, for warnings
     */
    ValueWriter of(String column, SqlType type) {
        if (type.dimensions() > 0) {
            ValueWriter element = of(column, type.element());
            return (value, line) -> ArrayText.parse(Literals.text(value), element, line);
        }
        return dialect == Dialect.SQLITE ? ColumnTypes::bySqliteClass : scalar(column, type);
    }

    /** SQLite's types are those of the values, not of the columns. */
    private static BsonValue bySqliteClass(SqlValue value, long line) throws CharacterCodingException {
        if (value instanceof SqlValue.Numeric number) {
            String digits = number.digits();
            boolean whole = digits.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '-');
            return whole ? Literals.integer(value, true) : Literals.floating(value);
        }
        if (value instanceof SqlValue.Binary binary) {
            return new BsonBinary(binary.bytes());
        }
        if (value instanceof SqlValue.Truth) {
            return Literals.integer(value, true);
        }
        return text(value, line);
    }

    private static BsonValue text(SqlValue value, long line) throws CharacterCodingException {
        return new BsonString(Literals.text(value));
    }

    private ValueWriter scalar(String column, SqlType type) {
        String name = type.name().replaceFirst("^national ", "");
        switch (name) {
            case "smallint", "int2", "integer", "int", "int4", "tinyint", "mediumint", "year", "middleint" -> {
                boolean wide = type.unsigned() && (name.equals("int") || name.equals("integer"));
                return (value, line) -> Literals.integer(value, !wide);
            }
            case "bigint", "int8", "oid", "xid", "cid" -> {
                return (value, line) -> Literals.integer(value, false);
            }
            case "numeric", "decimal", "dec", "fixed", "smallmoney" -> {
                return decimal(column);
            }
            case "money" -> {
                return dialect == Dialect.SQL_SERVER ? decimal(column) : strange(column, type);
            }
            case "real", "float4", "float", "float8", "double precision", "double" -> {
                return (value, line) -> Literals.floating(value);
            }
            case "boolean", "bool" -> {
                return (value, line) -> Literals.truth(value);
            }
            case "bit" -> {
                return bit(type);
            }
            case "text",
                    "varchar",
                    "character varying",
                    "char",
                    "character",
                    "bpchar",
                    "citext",
                    "name",
                    "enum",
                    "set",
                    "tinytext",
                    "mediumtext",
                    "longtext",
                    "nvarchar",
                    "nchar",
                    "ntext",
                    "sysname",
                    "varchar2",
                    "clob",
                    "char varying",
                    "varbit",
                    "bit varying",
                    "time",
                    "time without time zone",
                    "time with time zone",
                    "timetz",
                    "interval" -> {
                return ColumnTypes::text;
            }
            case "bytea" -> {
                return (value, line) -> Literals.bytea(value);
            }
            case "binary", "varbinary", "blob", "tinyblob", "mediumblob", "longblob", "image", "rowversion" -> {
                return (value, line) -> Literals.bytes(value);
            }
            case "date",
                    "datetime",
                    "datetime2",
                    "smalldatetime",
                    "datetimeoffset",
                    "timestamp with time zone",
                    "timestamptz",
                    "timestamp without time zone" -> {
                return moment(column);
            }
            case "timestamp" -> {
                return dialect == Dialect.SQL_SERVER ? (value, line) -> Literals.bytes(value) : moment(column);
            }
            case "uuid", "uniqueidentifier" -> {
                return (value, line) -> Literals.uuid(value);
            }
            case "json", "jsonb" -> {
                return json(column);
            }
            case "geometry",
                    "point",
                    "polygon",
                    "linestring",
                    "multipoint",
                    "geometrycollection",
                    "geography",
                    "hierarchyid",
                    "vector" -> {
                return dialect == Dialect.MYSQL || dialect == Dialect.SQL_SERVER
                        ? strangeBytes(column, type)
                        : strange(column, type);
            }
            default -> {
                return name.startsWith("interval") ? ColumnTypes::text : strange(column, type);
            }
        }
    }

    private ValueWriter decimal(String column) {
        String text = column + ": 34 digits do not hold the number, which is kept as text";
        return (value, line) -> {
            String digits = Literals.text(value);
            return Literals.decimal(digits).orElseGet(() -> {
                warnings.add(text, line);
                return new BsonString(digits);
            });
        };
    }

    private ValueWriter bit(SqlType type) {
        boolean one = type.arguments().isEmpty() || type.arguments().get(0).equals("1");
        if (one) {
            return (value, line) -> Literals.truth(value);
        }
        if (dialect == Dialect.POSTGRESQL) {
            return ColumnTypes::text;
        }
        return (value, line) -> Literals.whole(Literals.bits(value), false);
    }

    private ValueWriter moment(String column) {
        String none = column + ": no day of the calendar, kept as text";
        String rounded = column + ": a BSON date holds milliseconds, what is finer is cut off";
        return (value, line) -> {
            String text = Literals.text(value);
            Literals.Moment moment = Literals.moment(text).orElse(null);
            if (moment == null) {
                warnings.add(none, line);
                return new BsonString(text);
            }
            if (!moment.exact()) {
                warnings.add(rounded, line);
            }
            return new BsonDateTime(moment.millis());
        };
    }

    private ValueWriter json(String column) {
        String odd = column + ": JSON that BSON cannot say, kept as text";
        return (value, line) -> {
            String text = Literals.text(value);
            try {
                return JsonText.parse(text);
            } catch (IOException | IllegalArgumentException e) {
                warnings.add(odd, line);
                return new BsonString(text);
            }
        };
    }

    private ValueWriter strange(String column, SqlType type) {
        String odd =
                column + ": the type " + type.toString().toLowerCase(Locale.ROOT) + " has no counterpart, kept as text";
        return (value, line) -> {
            warnings.add(odd, line);
            return value instanceof SqlValue.Binary binary ? new BsonBinary(binary.bytes()) : text(value, line);
        };
    }

    private ValueWriter strangeBytes(String column, SqlType type) {
        String odd = column + ": the type " + type + " has no counterpart, kept as bytes";
        return (value, line) -> {
            warnings.add(odd, line);
            return Literals.bytes(value);
        };
    }
}
