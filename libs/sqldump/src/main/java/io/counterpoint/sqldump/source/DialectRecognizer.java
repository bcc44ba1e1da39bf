package io.counterpoint.sqldump.source;

import io.counterpoint.sqldump.Dialect;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Tells from the beginning of a dump who wrote it. A header decides alone; otherwise the shapes that only one dialect
 * has are counted.
 */
public final class DialectRecognizer {
    /** How much of the file is looked at. */
    private static final int LOOK_BYTES = 256 << 10;

    private static final int SURE = 1000;

    private record Sign(Dialect dialect, int weight, Pattern pattern) {}

    private static final List<Sign> SIGNS = List.of(
            sign(Dialect.POSTGRESQL, SURE, "(?m)^-- PostgreSQL database (cluster )?dump"),
            sign(Dialect.MYSQL, SURE, "(?m)^-- (MySQL|MariaDB) dump "),
            sign(Dialect.MYSQL, SURE, "(?m)^-- phpMyAdmin SQL Dump"),
            sign(Dialect.MYSQL, SURE, "(?m)^/\\*M?!\\d{5,6}"),
            sign(Dialect.SQLITE, SURE, "(?m)^PRAGMA foreign_keys *="),
            sign(Dialect.SQL_SERVER, SURE, "(?mi)^GO *\\r?$"),
            sign(Dialect.POSTGRESQL, 50, "(?mi)^COPY [^;]* FROM stdin"),
            sign(Dialect.POSTGRESQL, 20, "(?i)\\b(big|small)?serial[248]?\\b"),
            sign(
                    Dialect.POSTGRESQL,
                    20,
                    "(?i)\\bnextval *\\(|\\bsetval *\\(|::[a-z]|AS IDENTITY|\\bjsonb\\b|\\bbytea\\b"),
            sign(Dialect.MYSQL, 50, "(?i)\\bAUTO_INCREMENT\\b|\\) *ENGINE *="),
            sign(Dialect.MYSQL, 10, "`"),
            sign(Dialect.SQLITE, 50, "(?i)\\bAUTOINCREMENT\\b|\\bsqlite_sequence\\b"),
            sign(Dialect.SQLITE, 5, "(?mi)^BEGIN TRANSACTION;"),
            sign(Dialect.SQL_SERVER, 50, "(?i)\\bIDENTITY *\\( *\\d+ *, *\\d+ *\\)|\\bIDENTITY_INSERT\\b|\\[dbo\\]"),
            sign(Dialect.SQL_SERVER, 10, "\\bN'"));

    private DialectRecognizer() {}

    private static Sign sign(Dialect dialect, int weight, String pattern) {
        return new Sign(dialect, weight, Pattern.compile(pattern));
    }

    /** The dialect, or nothing when the beginning does not tell or fits two of them. Consumes nothing. */
    public static Optional<Dialect> recognize(ByteWindow window) {
        String text = window.ahead(LOOK_BYTES);
        Map<Dialect, Integer> weights = new EnumMap<>(Dialect.class);
        for (Sign sign : SIGNS) {
            if (sign.pattern().matcher(text).find()) {
                weights.merge(sign.dialect(), sign.weight(), Integer::sum);
            }
        }
        int highest =
                weights.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        List<Dialect> best = weights.entrySet().stream()
                .filter(entry -> entry.getValue() == highest)
                .map(Map.Entry::getKey)
                .toList();
        return best.size() == 1 ? Optional.of(best.get(0)) : Optional.empty();
    }
}
