package io.counterpoint.router.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LocalLinesTest {
    private final LocalLines lines = new LocalLines();

    @Test
    void oneChangeAtATimeHasATargetInTheOrderOfArrival() {
        assertThat(lines.enter(List.of("db.a"))).isDone();
        CompletableFuture<Void> second = lines.enter(List.of("db.a"));
        CompletableFuture<Void> third = lines.enter(List.of("db.a"));
        assertThat(lines.enter(List.of("db.b"))).isDone();

        lines.leave(List.of("db.a"));

        assertThat(second).isDone();
        assertThat(third).isNotDone();
        lines.leave(List.of("db.a"));
        assertThat(third).isDone();
        lines.leave(List.of("db.a"));
        assertThat(lines.enter(List.of("db.a"))).isDone();
    }

    @Test
    void aChangeOfTwoTargetsWaitsForBoth() {
        assertThat(lines.enter(List.of("db.b"))).isDone();
        CompletableFuture<Void> both = lines.enter(List.of("db.a", "db.b"));
        CompletableFuture<Void> behind = lines.enter(List.of("db.a"));
        assertThat(both).isNotDone();
        assertThat(behind).isNotDone();

        lines.leave(List.of("db.b"));

        assertThat(both).isDone();
        lines.leave(List.of("db.a", "db.b"));
        assertThat(behind).isDone();
    }
}
