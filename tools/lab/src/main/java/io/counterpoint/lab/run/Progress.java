package io.counterpoint.lab.run;

/** Told how a run goes, from several threads. */
public interface Progress {
    /** Attempts that are done, of so many. */
    void attempts(int done, int of);

    /** Something worth a line: a fault, a phase. */
    void event(String text);
}
