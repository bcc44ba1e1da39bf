package io.counterpoint.e2e.consistency;

import io.counterpoint.e2e.consistency.ListAppendHistory.Outcome;
import io.counterpoint.e2e.consistency.ListAppendHistory.Step;
import io.counterpoint.e2e.consistency.ListAppendHistory.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Looks in a history of list appends for what snapshot isolation forbids. A list shows the order of its versions, so
 * each read says which transactions came before it and which after.
 *
 * <p>Source: Kingsbury and Alvaro, "Elle: Inferring Isolation Anomalies from Experimental Observations" (2020); the
 * names of the anomalies are Adya's.
 */
final class ListAppendChecker {
    private final List<Transaction> transactions;
    private final Map<Long, Integer> writers = new HashMap<>();
    private final Map<Integer, List<Integer>> versions = new TreeMap<>();
    private final List<String> anomalies = new ArrayList<>();

    /** By transaction: those that come after it because they read or replaced what it wrote. */
    private final Map<Integer, Set<Integer>> later = new HashMap<>();

    /** By transaction: those that replaced what it read. */
    private final Map<Integer, Set<Integer>> overtaken = new HashMap<>();

    private ListAppendChecker(List<Transaction> transactions) {
        this.transactions = transactions;
    }

    /** Everything that is wrong, one line each; the last transaction that succeeded must have read all lists. */
    static List<String> check(ListAppendHistory history) {
        ListAppendChecker checker = new ListAppendChecker(history.transactions());
        checker.noteWriters();
        checker.orderVersions();
        checker.checkReads();
        checker.checkNothingLost();
        checker.link();
        checker.checkCycles();
        return checker.anomalies;
    }

    private static long version(int key, int value) {
        return ((long) key << Integer.SIZE) | value;
    }

    private void noteWriters() {
        for (int i = 0; i < transactions.size(); i++) {
            for (Step step : transactions.get(i).steps()) {
                if (step.isAppend() && writers.put(version(step.key(), step.value()), i) != null) {
                    throw new IllegalArgumentException("appended twice: " + step.edn());
                }
            }
        }
    }

    private boolean succeeded(int transaction) {
        return transactions.get(transaction).outcome() == Outcome.OK;
    }

    private static List<Integer> read(Step step) {
        List<Integer> list = step.list();
        return list == null ? List.of() : list;
    }

    private void orderVersions() {
        for (int i = 0; i < transactions.size(); i++) {
            for (Step step : transactions.get(i).steps()) {
                if (succeeded(i) && !step.isAppend()) {
                    versions.merge(step.key(), read(step), (known, seen) -> seen.size() > known.size() ? seen : known);
                }
            }
        }
        versions.forEach((key, list) -> {
            if (new HashSet<>(list).size() != list.size()) {
                anomalies.add("duplicate: key " + key + " has " + list);
            }
            for (int value : list) {
                Integer writer = writers.get(version(key, value));
                if (writer == null) {
                    anomalies.add("garbage: nobody appended " + value + " to key " + key);
                } else if (transactions.get(writer).outcome() == Outcome.FAIL) {
                    anomalies.add("G1a, aborted read: " + value + " of key " + key + " by " + transactions.get(writer));
                }
            }
        });
    }

    private void checkReads() {
        for (int i = 0; i < transactions.size(); i++) {
            if (!succeeded(i)) {
                continue;
            }
            Map<Integer, List<Integer>> own = new HashMap<>();
            for (Step step : transactions.get(i).steps()) {
                List<Integer> mine = own.computeIfAbsent(step.key(), key -> new ArrayList<>());
                if (step.isAppend()) {
                    mine.add(step.value());
                } else {
                    checkRead(i, step, mine);
                }
            }
        }
    }

    private void checkRead(int reader, Step step, List<Integer> own) {
        List<Integer> seen = read(step);
        List<Integer> order = versions.getOrDefault(step.key(), List.of());
        int theirs = seen.size() - own.size();
        if (theirs < 0 || !seen.subList(theirs, seen.size()).equals(own)) {
            anomalies.add("internal: " + transactions.get(reader) + " does not see its own appends " + own);
            return;
        }
        if (!seen.equals(order.subList(0, seen.size()))) {
            anomalies.add("incompatible order: key " + step.key() + " was " + seen + " and " + order);
            return;
        }
        if (theirs > 0) {
            int last = seen.get(theirs - 1);
            Integer writer = writers.get(version(step.key(), last));
            if (writer != null && lastAppend(writer, step.key()) != last) {
                anomalies.add("G1b, intermediate read: " + last + " of key " + step.key());
            }
        }
    }

    private int lastAppend(int transaction, int key) {
        int last = 0;
        for (Step step : transactions.get(transaction).steps()) {
            if (step.isAppend() && step.key() == key) {
                last = step.value();
            }
        }
        return last;
    }

    private void checkNothingLost() {
        for (int i = 0; i < transactions.size(); i++) {
            for (Step step : transactions.get(i).steps()) {
                boolean there = !step.isAppend()
                        || versions.getOrDefault(step.key(), List.of()).contains(step.value());
                if (succeeded(i) && !there) {
                    anomalies.add("lost: " + step.edn() + " of " + transactions.get(i));
                }
            }
        }
    }

    private void link() {
        versions.forEach((key, order) -> {
            for (int i = 0; i + 1 < order.size(); i++) {
                link(later, writerOf(key, order.get(i)), writerOf(key, order.get(i + 1)));
            }
        });
        for (int i = 0; i < transactions.size(); i++) {
            if (succeeded(i)) {
                for (Step step : transactions.get(i).steps()) {
                    if (!step.isAppend()) {
                        linkRead(i, step.key(), read(step).size());
                    }
                }
            }
        }
    }

    private void linkRead(int reader, int key, int length) {
        List<Integer> order = versions.getOrDefault(key, List.of());
        if (length > 0 && length <= order.size()) {
            link(later, writerOf(key, order.get(length - 1)), reader);
        }
        if (length < order.size()) {
            link(overtaken, reader, writerOf(key, order.get(length)));
        }
    }

    private int writerOf(int key, int value) {
        return writers.getOrDefault(version(key, value), -1);
    }

    private static void link(Map<Integer, Set<Integer>> edges, int from, int to) {
        if (from != to && from >= 0 && to >= 0) {
            edges.computeIfAbsent(from, unused -> new HashSet<>()).add(to);
        }
    }

    /** Snapshot isolation allows no cycle with fewer than two steps to a transaction that replaced what was read. */
    private void checkCycles() {
        later.forEach((from, those) -> those.forEach(to -> {
            if (from < to && reaches(to, from)) {
                anomalies.add("G1c, circular information flow: " + describe(from, to));
            }
        }));
        overtaken.forEach((from, those) -> those.forEach(to -> {
            if (reaches(to, from)) {
                anomalies.add("G-single, read skew: " + describe(from, to));
            }
        }));
    }

    private String describe(int from, int to) {
        return transactions.get(from) + " and " + transactions.get(to);
    }

    private boolean reaches(int from, int to) {
        Set<Integer> seen = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            int next = open.pop();
            if (next == to) {
                return true;
            }
            if (seen.add(next)) {
                open.addAll(later.getOrDefault(next, Set.of()));
            }
        }
        return false;
    }
}
