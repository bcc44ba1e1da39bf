package io.counterpoint.lab.metric;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Counting in sequences of numbers. Pure; O(n log n). */
final class Inversions {
    private Inversions() {}

    /** Pairs i &lt; j with values[i] &gt; values[j]; equal values are in order. */
    static long count(long[] values) {
        int[] ranks = ranks(values);
        RankCounts seen = new RankCounts(values.length);
        long inversions = 0;
        for (int i = 0; i < ranks.length; i++) {
            inversions += i - seen.upTo(ranks[i]);
            seen.add(ranks[i]);
        }
        return inversions;
    }

    /** Neighbours in the wrong order. */
    static long adjacent(long[] values) {
        return IntStream.range(1, values.length)
                .filter(i -> values[i - 1] > values[i])
                .count();
    }

    /** How many places the value that is most out of order stands from where sorting (stably) puts it. */
    static long displacementMax(long[] values) {
        Integer[] order = IntStream.range(0, values.length).boxed().toArray(Integer[]::new);
        Arrays.sort(order, (a, b) -> Long.compare(values[a], values[b]));
        long most = 0;
        for (int place = 0; place < order.length; place++) {
            most = Math.max(most, Math.abs(place - order[place]));
        }
        return most;
    }

    /** For each value its rank among the distinct ones, from 0. */
    static int[] ranks(long[] values) {
        long[] distinct = Arrays.stream(values).distinct().sorted().toArray();
        return Arrays.stream(values)
                .mapToInt(value -> Arrays.binarySearch(distinct, value))
                .toArray();
    }

    /** How often ranks occurred, with sums of a prefix (a Fenwick tree). */
    static final class RankCounts {
        private final long[] tree;

        RankCounts(int ranks) {
            tree = new long[ranks + 1];
        }

        void add(int rank) {
            for (int i = rank + 1; i < tree.length; i += i & -i) {
                tree[i]++;
            }
        }

        /** How many with a rank of at most this. */
        long upTo(int rank) {
            long sum = 0;
            for (int i = rank + 1; i > 0; i -= i & -i) {
                sum += tree[i];
            }
            return sum;
        }
    }
}
