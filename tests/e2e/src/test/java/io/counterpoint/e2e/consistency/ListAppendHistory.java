package io.counterpoint.e2e.consistency;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What clients did to lists: transactions of reads and appends, with their outcomes. Any thread may add.
 *
 * <p>{@link #writeTo} writes it as Jepsen does, in EDN, which Elle and its command line read as the workload
 * {@code list-append}.
 */
final class ListAppendHistory {
    /** How a transaction ended, as its client knows. */
    enum Outcome {
        /** It was committed. */
        OK,
        /** It had no effect. */
        FAIL,
        /** Nobody answered. */
        INFO
    }

    /**
     * One step.
     *
     * @param value what was appended; 0 for a read, values begin with 1
     * @param list what was read; null for an append, and before the answer
     */
    record Step(int key, int value, @Nullable List<Integer> list) {
        boolean isAppend() {
            return value != 0;
        }

        String edn() {
            if (isAppend()) {
                return "[:append " + key + " " + value + "]";
            }
            String read = list == null
                    ? "nil"
                    : list.stream().map(String::valueOf).collect(Collectors.joining(" ", "[", "]"));
            return "[:r " + key + " " + read + "]";
        }

        Step unread() {
            return new Step(key, value, null);
        }
    }

    /** One transaction. */
    record Transaction(int process, List<Step> steps, Outcome outcome, long beginNanos, long endNanos) {
        Transaction {
            steps = List.copyOf(steps);
        }
    }

    private final List<Transaction> transactions = new ArrayList<>();

    synchronized void add(Transaction transaction) {
        transactions.add(transaction);
    }

    synchronized List<Transaction> transactions() {
        return List.copyOf(transactions);
    }

    /** Writes one line for each invocation and each completion, in the order of time. */
    void writeTo(Path file) throws IOException {
        record Event(long nanos, int process, String type, List<Step> steps) {}
        List<Event> events = new ArrayList<>();
        for (Transaction transaction : transactions()) {
            List<Step> asked = transaction.steps().stream().map(Step::unread).toList();
            String type = ":" + transaction.outcome().name().toLowerCase(java.util.Locale.ROOT);
            boolean known = transaction.outcome() == Outcome.OK;
            events.add(new Event(transaction.beginNanos(), transaction.process(), ":invoke", asked));
            events.add(new Event(
                    transaction.endNanos(), transaction.process(), type, known ? transaction.steps() : asked));
        }
        events.sort(Comparator.comparingLong(Event::nanos));
        List<String> lines = new ArrayList<>();
        for (Event event : events) {
            lines.add("{:index " + lines.size() + ", :time " + event.nanos() + ", :type " + event.type()
                    + ", :process " + event.process() + ", :f :txn, :value "
                    + event.steps().stream().map(Step::edn).collect(Collectors.joining(" ", "[", "]")) + "}");
        }
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, lines);
    }
}
