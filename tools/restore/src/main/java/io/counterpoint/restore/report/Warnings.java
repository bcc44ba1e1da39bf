package io.counterpoint.restore.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** What happened to values, counted by kind, with the first line of each. Any thread. */
public final class Warnings {
    private record Seen(long firstLine, long count) {}

    private final Map<String, Seen> seen = new ConcurrentSkipListMap<>();

    /** Counts one. */
    public void add(String text, long line) {
        seen.merge(
                text,
                new Seen(line, 1),
                (a, b) -> new Seen(Math.min(a.firstLine(), b.firstLine()), a.count() + b.count()));
    }

    /** All of them as sentences. */
    public List<String> texts() {
        List<String> texts = new ArrayList<>();
        seen.forEach((text, s) -> texts.add(
                s.firstLine() == 0 ? text : text + " (" + s.count() + " values, first in line " + s.firstLine() + ")"));
        return texts;
    }
}
