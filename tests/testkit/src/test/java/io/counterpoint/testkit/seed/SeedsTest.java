package io.counterpoint.testkit.seed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("sets a system property")
class SeedsTest {
    private final String given = System.getProperty(Seeds.PROPERTY);

    @AfterEach
    void restoreProperty() {
        if (given == null) {
            System.clearProperty(Seeds.PROPERTY);
        } else {
            System.setProperty(Seeds.PROPERTY, given);
        }
    }

    @Test
    void runsConsecutiveSeedsFromTheGivenOne() {
        System.setProperty(Seeds.PROPERTY, "41");
        List<Long> seeds = new ArrayList<>();

        Seeds.run(SeedsTest.class, 3, random -> seeds.add(random.seed()));

        assertThat(seeds).containsExactly(41L, 42L, 43L);
    }

    @Test
    void aFailureNamesItsSeedAndTheCommand() {
        System.setProperty(Seeds.PROPERTY, "41");

        assertThatThrownBy(() -> Seeds.run(
                        SeedsTest.class, 9, random -> assertThat(random.seed()).isLessThan(43)))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("seed 43 fails")
                .hasMessageContaining("-Dtest=SeedsTest -Dseed=43 test")
                .hasCauseInstanceOf(AssertionError.class);
    }

    @Test
    void oneSeedGivesOneSequence() {
        assertThat(new SeededRandom(7).nextLong()).isEqualTo(new SeededRandom(7).nextLong());
        assertThat(new SeededRandom(7).nextLong()).isNotEqualTo(new SeededRandom(8).nextLong());
    }

    @Test
    void staysWithinItsBounds() {
        Seeds.run(SeedsTest.class, 1_000, random -> {
            assertThat(random.between(-2, 2)).isBetween(-2, 2);
            assertThat(random.nextInt(1)).isZero();
            assertThat(random.nextDouble()).isBetween(0.0, 1.0);
            assertThat(random.nextBytes(3)).hasSize(3);
            assertThat(random.pick(List.of("a", "b"))).isIn("a", "b");
        });
    }
}
