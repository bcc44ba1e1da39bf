package io.counterpoint.sqldump;

/** Whose SQL a dump is written in. MariaDB, TiDB and phpMyAdmin write MySQL's. */
public enum Dialect {
    /** pg_dump and scripts for psql. */
    POSTGRESQL,
    /** mysqldump, mariadb-dump, phpMyAdmin. */
    MYSQL,
    /** The shell's {@code .dump}. */
    SQLITE,
    /** Scripts of SQL Server's tools. */
    SQL_SERVER;

    /** Whether a backslash escapes in every string; elsewhere only {@code E'…'} of PostgreSQL has escapes. */
    public boolean backslashEscapes() {
        return this == MYSQL;
    }

    /** Whether {@code "…"} can be a string. */
    public boolean doubleQuotedStrings() {
        return this == MYSQL;
    }

    /** Whether a block comment may hold another. */
    public boolean nestedComments() {
        return this == POSTGRESQL || this == SQL_SERVER;
    }

    /** Whether a name may stand in square brackets. */
    public boolean bracketedNames() {
        return this == SQL_SERVER || this == SQLITE;
    }

    /** The schema of a table that names none, whose tables go to the database that the user names. */
    public String defaultSchema() {
        return switch (this) {
            case POSTGRESQL -> "public";
            case MYSQL -> "";
            case SQLITE -> "main";
            case SQL_SERVER -> "dbo";
        };
    }
}
