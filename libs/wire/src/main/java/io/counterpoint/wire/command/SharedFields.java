package io.counterpoint.wire.command;

import java.util.List;

/**
 * The fields of the commands that a router takes apart and hands on: the same on both sides, so that a router knows
 * neither more nor less of them than its shards.
 */
public final class SharedFields {
    /** Of {@code aggregate}. */
    public static final List<String> AGGREGATE = List.of(
            "pipeline", "cursor", "explain", "allowDiskUse", "bypassDocumentValidation", "collation", "hint", "let");

    /** Of {@code bulkWrite}. */
    public static final List<String> BULK_WRITE = List.of(
            "ops",
            "nsInfo",
            "errorsOnly",
            "ordered",
            "bypassDocumentValidation",
            "let",
            "cursor",
            "reportAutoincrement");

    /** Of {@code count}. */
    public static final List<String> COUNT = List.of("query", "limit", "skip", "hint", "collation", "fields");

    /** Of {@code delete}. */
    public static final List<String> DELETE = List.of("deletes", "ordered", "let");

    /** Of {@code distinct}. */
    public static final List<String> DISTINCT = List.of("key", "query", "collation", "hint");

    /** Of {@code find}. */
    public static final List<String> FIND = List.of(
            "filter",
            "sort",
            "projection",
            "hint",
            "skip",
            "limit",
            "batchSize",
            "singleBatch",
            "collation",
            "allowDiskUse",
            "let",
            "noCursorTimeout",
            "allowPartialResults",
            "oplogReplay",
            "tailable",
            "awaitData",
            "min",
            "max",
            "returnKey",
            "showRecordId");

    /** Of {@code findAndModify}. */
    public static final List<String> FIND_AND_MODIFY = List.of(
            "query",
            "sort",
            "remove",
            "update",
            "new",
            "fields",
            "upsert",
            "bypassDocumentValidation",
            "collation",
            "arrayFilters",
            "hint",
            "let",
            "reportAutoincrement");

    /** Of {@code insert}. */
    public static final List<String> INSERT =
            List.of("documents", "ordered", "bypassDocumentValidation", "reportAutoincrement");

    /** Of {@code update}. */
    public static final List<String> UPDATE =
            List.of("updates", "ordered", "bypassDocumentValidation", "let", "reportAutoincrement");

    private SharedFields() {}
}
