package io.counterpoint.cli.restore;

import io.counterpoint.restore.RestoreProgress;
import io.counterpoint.restore.source.DumpSource;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.OptionalLong;
import picocli.CommandLine.Help.Ansi;

/**
 * One line on a terminal that is written over: rows, bytes, a bar and the time left where the size is known. Where
 * nobody looks it stays silent. One thread.
 */
final class ProgressLine implements RestoreProgress, AutoCloseable {
    private static final long EVERY_NANOS = 500_000_000;
    private static final double SECOND_NANOS = 1e9;
    private static final int BAR_CHARACTERS = 30;
    private static final double MEGABYTE = 1e6;

    private final PrintWriter out;
    private final boolean watched;
    private final OptionalLong sizeBytes;
    private final long started = System.nanoTime();
    private long shown = started;

    private ProgressLine(PrintWriter out, boolean watched, OptionalLong sizeBytes) {
        this.out = out;
        this.watched = watched;
        this.sizeBytes = sizeBytes;
    }

    /** A line for a dump, shown only when the program runs at a terminal. */
    static ProgressLine of(DumpSource source, PrintWriter out) {
        return new ProgressLine(out, Ansi.AUTO.enabled(), source.sizeBytes());
    }

    @Override
    public void at(long rows, long readBytes) {
        long now = System.nanoTime();
        if (watched && now - shown >= EVERY_NANOS) {
            shown = now;
            out.print("\r" + line(rows, readBytes, sizeBytes, (now - started) / SECOND_NANOS) + "\033[K");
            out.flush();
        }
    }

    /**
     * What the line says.
     *
     * @param sizeBytes of the whole; empty when it is not known
     */
    static String line(long rows, long readBytes, OptionalLong sizeBytes, double seconds) {
        double rate = readBytes / Math.max(seconds, 0.001);
        String counts =
                String.format(Locale.ROOT, "%d rows, %.1f MB, %.1f MB/s", rows, readBytes / MEGABYTE, rate / MEGABYTE);
        if (sizeBytes.isEmpty() || sizeBytes.getAsLong() == 0) {
            return counts;
        }
        double done = Math.min(1, readBytes / (double) sizeBytes.getAsLong());
        int filled = (int) (done * BAR_CHARACTERS);
        long left = Math.round((sizeBytes.getAsLong() - readBytes) / Math.max(rate, 1));
        return String.format(
                Locale.ROOT,
                "[%s%s] %3.0f%% %s, %d:%02d left",
                "=".repeat(filled),
                " ".repeat(BAR_CHARACTERS - filled),
                100 * done,
                counts,
                left / 60,
                left % 60);
    }

    /** Takes the line away, so that a report can be printed. */
    void clear() {
        if (watched && shown != started) {
            out.print("\r\033[K");
            out.flush();
            shown = started;
        }
    }

    @Override
    public void close() {
        clear();
    }
}
