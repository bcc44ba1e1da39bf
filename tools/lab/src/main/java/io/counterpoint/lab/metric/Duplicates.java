package io.counterpoint.lab.metric;

import io.counterpoint.lab.history.Attempt;
import io.counterpoint.lab.history.History;
import io.counterpoint.lab.mode.Numbering;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Numbers that are stored more than once. With n(v) the documents that store v, and n(v, s) those of shard s:
 *
 * <pre>
 * same-shard pairs  = Σ_v Σ_s n(v,s)·(n(v,s)−1)/2
 * cross-shard pairs = Σ_v n(v)·(n(v)−1)/2 − same-shard pairs
 * collided values   = |{v : n(v) ≥ 2}|
 * ratio             = documents that share their number with another one / documents with a number
 * </pre>
 */
public final class Duplicates implements Metric {
    @Override
    public String name() {
        return "duplicates";
    }

    @Override
    public String definition() {
        return "Numbers stored more than once: pairs on one shard, pairs on two shards, and the share of documents that"
                + " are not alone with their number.";
    }

    @Override
    public List<Reading> read(History history, Numbering numbering) {
        long same = 0;
        long all = 0;
        long values = 0;
        long documents = 0;
        for (List<Attempt> holders : byNumber(history).values()) {
            long count = holders.size();
            all += pairs(count);
            if (count > 1) {
                values++;
                documents += count;
            }
            Map<String, Long> perShard = new TreeMap<>();
            holders.forEach(holder -> perShard.merge(holder.home(), 1L, Long::sum));
            same += perShard.values().stream().mapToLong(Duplicates::pairs).sum();
        }
        int numbered = history.numbered().size();
        return List.of(
                Reading.of("same-shard pairs", same),
                Reading.of("cross-shard pairs", all - same),
                Reading.of("collided values", values),
                Reading.of("ratio", numbered == 0 ? Double.NaN : (double) documents / numbered));
    }

    private static long pairs(long count) {
        return count * (count - 1) / 2;
    }

    /** Stored attempts by their number, numbers rising, attempts in the order of their invocation. */
    public static Map<Long, List<Attempt>> byNumber(History history) {
        Map<Long, List<Attempt>> holders = new TreeMap<>();
        for (Attempt attempt : history.numbered()) {
            holders.computeIfAbsent(attempt.number(), number -> new ArrayList<>(1))
                    .add(attempt);
        }
        return holders;
    }

    /**
     * Values that two shards share: the cell (i, j) counts the distinct numbers that shard i and shard j both store,
     * the diagonal those that a shard stores twice or more. Symmetric; in the order of {@link History#shards}.
     */
    public static long[][] matrix(History history) {
        List<String> shards = history.shards();
        long[][] matrix = new long[shards.size()][shards.size()];
        for (List<Attempt> holders : byNumber(history).values()) {
            int[] counts = new int[shards.size()];
            holders.forEach(holder -> counts[shards.indexOf(holder.home())]++);
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] > 1) {
                    matrix[i][i]++;
                }
                for (int j = 0; j < i; j++) {
                    if (counts[i] > 0 && counts[j] > 0) {
                        matrix[i][j]++;
                        matrix[j][i]++;
                    }
                }
            }
        }
        return matrix;
    }
}
