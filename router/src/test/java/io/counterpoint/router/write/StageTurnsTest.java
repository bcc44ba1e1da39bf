package io.counterpoint.router.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.cluster.name.Namespace;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class StageTurnsTest {
    private static final Namespace ONE = new Namespace("db", "one");
    private static final Namespace OTHER = new Namespace("db", "other");

    private final StageTurns turns = new StageTurns(Runnable::run);

    @Test
    void runsThatHaveNotMetRunAtOnce() {
        assertThat(turns.take(ONE)).isDone();
        assertThat(turns.take(ONE)).isDone();
    }

    @Test
    void runsThatHaveMetTakeTurnsInTheirOrder() {
        turns.met(ONE);
        StageTurns.Turn first = turns.take(ONE).join();
        CompletableFuture<StageTurns.Turn> second = turns.take(ONE);
        CompletableFuture<StageTurns.Turn> third = turns.take(ONE);
        assertThat(turns.take(OTHER)).isDone();
        assertThat(second).isNotDone();

        first.pass();
        first.pass();

        assertThat(second).isDone();
        assertThat(third).isNotDone();
        second.join().pass();
        assertThat(third).isDone();
    }

    @Test
    void aRunFromBeforeTheMeetingPassesNothingOn() {
        StageTurns.Turn early = turns.take(ONE).join();
        turns.met(ONE);
        StageTurns.Turn first = turns.take(ONE).join();
        CompletableFuture<StageTurns.Turn> second = turns.take(ONE);

        early.pass();

        assertThat(second).isNotDone();
        first.pass();
        assertThat(second).isDone();
    }

    @Test
    void aCollectionIsLetGoWhenNobodyWaitsAnyMore() {
        turns.met(ONE);
        for (int i = 0; i < 100; i++) {
            turns.take(ONE).join().pass();
        }

        List<CompletableFuture<StageTurns.Turn>> taken = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            taken.add(turns.take(ONE));
        }
        assertThat(taken).allMatch(CompletableFuture::isDone);
    }
}
