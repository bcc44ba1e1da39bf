package io.counterpoint.testkit.fake;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.base.time.Timers.Cancellable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FakeTimersTest {
    private final FakeClock clock = new FakeClock(1_000);
    private final FakeTimers timers = new FakeTimers(clock);
    private final List<String> ran = new ArrayList<>();

    @Test
    void actionsRunWhenTheyAreDueAndInOrder() {
        timers.schedule(20, () -> ran.add("b at " + clock.millis()));
        timers.schedule(10, () -> ran.add("a at " + clock.millis()));
        timers.schedule(20, () -> ran.add("c at " + clock.millis()));
        timers.schedule(31, () -> ran.add("d"));

        timers.advance(30);

        assertThat(ran).containsExactly("a at 1010", "b at 1020", "c at 1020");
        assertThat(clock.millis()).isEqualTo(1_030);
        assertThat(clock.nanos()).isEqualTo(30_000_000);
        assertThat(timers.pendingCount()).isEqualTo(1);
    }

    @Test
    void actionsScheduledByActionsRunInTheSameAdvance() {
        timers.schedule(10, () -> timers.schedule(5, () -> ran.add("inner at " + clock.millis())));

        timers.advance(15);

        assertThat(ran).containsExactly("inner at 1015");
    }

    @Test
    void nothingRunsBeforeTimeMoves() {
        timers.schedule(0, () -> ran.add("now"));
        assertThat(ran).isEmpty();

        timers.advance(0);

        assertThat(ran).containsExactly("now");
    }

    @Test
    void whatWasCancelledDoesNotRun() {
        Cancellable cancellable = timers.schedule(10, () -> ran.add("never"));
        cancellable.cancel();
        cancellable.cancel();

        timers.advance(100);

        assertThat(ran).isEmpty();
        assertThat(timers.pendingCount()).isZero();
    }

    @Test
    void aJumpOfTheWallClockMovesNoTimer() {
        timers.schedule(10, () -> ran.add("due"));
        clock.setMillis(0);

        timers.advance(9);
        assertThat(ran).isEmpty();
        timers.advance(1);

        assertThat(ran).containsExactly("due");
        assertThat(clock.millis()).isEqualTo(10);
    }

    @Test
    void anEnvironmentSharesOneClock() {
        FakeEnvironment fake = FakeEnvironment.create(7);
        fake.environment()
                .timers()
                .schedule(5, () -> ran.add("at " + fake.environment().clock().millis()));

        fake.timers().advance(5);

        assertThat(ran).containsExactly("at " + (FakeClock.START_MILLIS + 5));
        assertThat(fake.environment().random().nextLong())
                .isEqualTo(FakeEnvironment.create(7).environment().random().nextLong());
    }
}
