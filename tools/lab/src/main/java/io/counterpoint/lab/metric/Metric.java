package io.counterpoint.lab.metric;

import io.counterpoint.lab.history.History;
import io.counterpoint.lab.mode.Numbering;
import java.util.List;

/** Something that is measured in every run. Immutable and pure. */
public interface Metric {
    /** Its name in tables and files: {@code duplicates}. */
    String name();

    /** One sentence for readers of a report. */
    String definition();

    /** Measures; the names and order of the readings depend on nothing but the shards' names. */
    List<Reading> read(History history, Numbering numbering);
}
