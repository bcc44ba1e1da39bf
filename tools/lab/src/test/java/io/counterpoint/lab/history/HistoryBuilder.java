package io.counterpoint.lab.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes small histories by hand: times in milliseconds, shards {@code a} and {@code b}, clients from 0. */
public final class HistoryBuilder {
    private static final long MILLI = 1_000_000;

    private final List<Attempt> attempts = new ArrayList<>();
    private final List<FaultWindow> faults = new ArrayList<>();
    private final List<CounterSample> samples = new ArrayList<>();
    private final Map<Integer, Integer> ordinals = new HashMap<>();
    private final Map<String, Integer> positions = new HashMap<>();
    private Traffic traffic = new Traffic(0, 0, Traffic.NOT_SAID, Traffic.NOT_SAID);

    /** An acknowledged insert with a generated number. */
    public HistoryBuilder ok(int client, String shard, long number, long invokeMillis, long returnMillis) {
        return add(client, shard, number, number, Outcome.OK, false, invokeMillis, returnMillis, null);
    }

    /** An acknowledged insert whose number the client sent. */
    public HistoryBuilder sent(int client, String shard, long number, long invokeMillis, long returnMillis) {
        return add(client, shard, number, number, Outcome.OK, true, invokeMillis, returnMillis, null);
    }

    /** Any attempt. */
    public HistoryBuilder add(
            int client,
            @Nullable String shard,
            @Nullable Long told,
            @Nullable Long stored,
            Outcome outcome,
            boolean explicit,
            long invokeMillis,
            long returnMillis,
            @Nullable String cause) {
        int ordinal = ordinals.merge(client, 1, Integer::sum) - 1;
        long position = shard == null ? -1 : positions.merge(shard, 1, Integer::sum) - 1;
        attempts.add(new Attempt(
                client,
                ordinal,
                "router",
                shard,
                invokeMillis * MILLI,
                invokeMillis * MILLI,
                returnMillis * MILLI,
                outcome,
                told,
                stored,
                explicit,
                position,
                cause));
        return this;
    }

    /** A fault. */
    public HistoryBuilder fault(String kind, String shard, long startMillis, long endMillis) {
        faults.add(new FaultWindow(kind, shard, startMillis * MILLI, endMillis * MILLI));
        return this;
    }

    /** A look at the counters. */
    public HistoryBuilder sample(long atMillis, long router, long a, long b) {
        samples.add(new CounterSample(atMillis * MILLI, router, Map.of("a", a, "b", b)));
        return this;
    }

    /** Message counts. */
    public HistoryBuilder traffic(long commands, long forNumbers) {
        traffic = new Traffic(commands, forNumbers, Traffic.NOT_SAID, Traffic.NOT_SAID);
        return this;
    }

    /** The history. */
    public History build() {
        return new History(List.of("a", "b"), attempts, faults, samples, traffic);
    }
}
