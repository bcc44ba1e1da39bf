package io.counterpoint.lab.run;

import io.counterpoint.lab.experiment.Experiment;
import io.counterpoint.lab.history.History;
import io.counterpoint.lab.verdict.Judge;
import io.counterpoint.lab.verdict.Verdict;
import java.time.Instant;
import java.util.List;

/**
 * A finished run.
 *
 * @param experiment what was asked
 * @param cluster what it ran on, for people
 * @param started when
 * @param history what happened
 * @param complete whether every shard could be read afterwards
 */
public record Run(Experiment experiment, String cluster, Instant started, History history, boolean complete) {
    /** What the history says about each property. */
    public List<Verdict> verdicts() {
        return new Judge(history, experiment.numbering(), complete, experiment.expected()).judge();
    }
}
