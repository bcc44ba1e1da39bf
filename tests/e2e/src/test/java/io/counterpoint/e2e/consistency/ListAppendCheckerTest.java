package io.counterpoint.e2e.consistency;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.e2e.consistency.ListAppendHistory.Outcome;
import io.counterpoint.e2e.consistency.ListAppendHistory.Step;
import io.counterpoint.e2e.consistency.ListAppendHistory.Transaction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ListAppendCheckerTest {
    private final ListAppendHistory history = new ListAppendHistory();
    private int time;

    private void did(Outcome outcome, Step... steps) {
        history.add(new Transaction(1, List.of(steps), outcome, time++, time++));
    }

    private static Step append(int key, int value) {
        return new Step(key, value, null);
    }

    private static Step read(int key, Integer... list) {
        return new Step(key, 0, List.of(list));
    }

    private void assertFound(String anomaly) {
        assertThat(ListAppendChecker.check(history))
                .anySatisfy(line -> assertThat(line).startsWith(anomaly));
    }

    @Test
    void findsNothingInASerialHistory() {
        did(Outcome.OK, append(1, 1), read(1, 1));
        did(Outcome.FAIL, append(1, 2));
        did(Outcome.INFO, append(2, 1));
        did(Outcome.OK, read(1, 1), append(1, 3));
        did(Outcome.OK, read(1, 1, 3), read(2, 1));

        assertThat(ListAppendChecker.check(history)).isEmpty();
    }

    @Test
    void allowsWriteSkew() {
        did(Outcome.OK, read(1), read(2), append(1, 1));
        did(Outcome.OK, read(1), read(2), append(2, 1));
        did(Outcome.OK, read(1, 1), read(2, 1));

        assertThat(ListAppendChecker.check(history)).isEmpty();
    }

    @Test
    void findsALostUpdate() {
        did(Outcome.OK, append(1, 1));
        did(Outcome.OK, append(1, 2));
        did(Outcome.OK, read(1, 2));

        assertFound("lost");
    }

    @Test
    void findsAnAbortedRead() {
        did(Outcome.FAIL, append(1, 1));
        did(Outcome.OK, read(1, 1));

        assertFound("G1a");
    }

    @Test
    void findsAnIntermediateRead() {
        did(Outcome.OK, append(1, 1), append(1, 2));
        did(Outcome.OK, read(1, 1));
        did(Outcome.OK, read(1, 1, 2));

        assertFound("G1b");
    }

    @Test
    void findsATransactionThatWasSeenByHalf() {
        did(Outcome.OK, append(1, 1), append(2, 1));
        did(Outcome.OK, read(1, 1), read(2));
        did(Outcome.OK, read(1, 1), read(2, 1));

        assertFound("G-single");
    }

    @Test
    void findsCircularFlow() {
        did(Outcome.OK, append(1, 1), read(2, 1));
        did(Outcome.OK, append(2, 1), read(1, 1));

        assertFound("G1c");
    }

    @Test
    void findsListsThatDisagree() {
        did(Outcome.OK, append(1, 1));
        did(Outcome.OK, append(1, 2));
        did(Outcome.OK, read(1, 2));
        did(Outcome.OK, read(1, 1, 2));

        assertFound("incompatible order");
    }

    @Test
    void writesWhatJepsenWrites(@TempDir Path folder) throws Exception {
        did(Outcome.OK, append(1, 1), read(2, 3, 4));
        did(Outcome.INFO, append(1, 2), read(1, 9));
        history.writeTo(folder.resolve("history.edn"));

        assertThat(Files.readAllLines(folder.resolve("history.edn")))
                .containsExactly(
                        "{:index 0, :time 0, :type :invoke, :process 1, :f :txn, :value [[:append 1 1] [:r 2 nil]]}",
                        "{:index 1, :time 1, :type :ok, :process 1, :f :txn, :value [[:append 1 1] [:r 2 [3 4]]]}",
                        "{:index 2, :time 2, :type :invoke, :process 1, :f :txn, :value [[:append 1 2] [:r 1 nil]]}",
                        "{:index 3, :time 3, :type :info, :process 1, :f :txn, :value [[:append 1 2] [:r 1 nil]]}");
    }
}
