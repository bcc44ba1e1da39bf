package io.counterpoint.sqldump;

import java.io.Serial;

/** A dump that cannot be read any further: what is wrong, and in which line. */
public final class DumpException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final long line;

    /**
     * A failure at a place of the file.
     *
     * @param line counted from 1; 0 when it is about the file as a whole
     * @param text a sentence without the line
     */
    public DumpException(long line, String text) {
        super(line > 0 ? "line " + line + ": " + text : text);
        this.line = line;
    }

    /** The line, counted from 1; 0 for the file as a whole. */
    public long line() {
        return line;
    }
}
