package io.counterpoint.lab.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One run, complete and immutable.
 *
 * @param shards the names of all shards, also of those that store nothing
 * @param attempts in the order in which they were invoked
 * @param faults in the order in which they began
 * @param samples in the order of time; the first was taken before the first attempt, the last after the last one
 * @param traffic messages counted
 */
public record History(
        List<String> shards,
        List<Attempt> attempts,
        List<FaultWindow> faults,
        List<CounterSample> samples,
        Traffic traffic) {

    /** Copies and sorts. */
    public History {
        shards = shards.stream().sorted().toList();
        attempts = attempts.stream()
                .sorted(Comparator.comparingLong(Attempt::invokeNanos)
                        .thenComparingInt(Attempt::client)
                        .thenComparingInt(Attempt::ordinal))
                .toList();
        faults = faults.stream()
                .sorted(Comparator.comparingLong(FaultWindow::startNanos))
                .toList();
        samples = samples.stream()
                .sorted(Comparator.comparingLong(CounterSample::atNanos))
                .toList();
    }

    /** Attempts whose document is stored with a number. */
    public List<Attempt> numbered() {
        return attempts.stream().filter(Attempt::numbered).toList();
    }

    /** {@link #numbered()} of each shard in its storage order, by the shard's name; every shard is there. */
    public Map<String, List<Attempt>> numberedByShard() {
        Map<String, List<Attempt>> byShard = new TreeMap<>();
        shards.forEach(shard -> byShard.put(shard, new ArrayList<>()));
        for (Attempt attempt : numbered()) {
            byShard.computeIfAbsent(attempt.home(), shard -> new ArrayList<>()).add(attempt);
        }
        byShard.values().forEach(list -> list.sort(Comparator.comparingLong(Attempt::position)));
        return byShard;
    }

    /** From the first invocation to the last return; 0 without attempts. */
    public long durationNanos() {
        if (attempts.isEmpty()) {
            return 0;
        }
        long first = attempts.get(0).invokeNanos();
        long last = attempts.stream().mapToLong(Attempt::returnNanos).max().orElse(first);
        return last - first;
    }
}
