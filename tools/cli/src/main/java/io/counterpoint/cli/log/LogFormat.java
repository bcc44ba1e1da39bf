package io.counterpoint.cli.log;

/** What a line of the log looks like. */
public enum LogFormat {
    /** For people: time, level, logger, message, context. */
    TEXT,
    /** For programs: one JSON document. */
    JSON
}
