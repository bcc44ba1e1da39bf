package io.counterpoint.sequence.mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.sequence.mode.DeclaredProperties.Order;
import io.counterpoint.sequence.mode.DeclaredProperties.Reach;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Holds every mode to what it declares, over seeds that differ in shards, crashes, clocks and lost messages; and shows
 * that each law notices a mode that breaks it.
 */
class ModeLawsTest {
    private static final int SEEDS = 10_000;
    private static final int STEPS = 60;
    private static final long EPOCH = Knob.EPOCH.standard();

    private static final List<LocalMode> LOCAL_MODES = List.of(
            new CountingMode(NumberRange.STANDARD),
            new CountingMode(new NumberRange(10, 7, 1, Long.MAX_VALUE, false)),
            new StridedMode(NumberRange.STANDARD, 8),
            new StridedMode(new NumberRange(100, 3, 1, Long.MAX_VALUE, false), 5),
            new RangeEncodedMode(48),
            new RangeEncodedMode(40),
            new BitReversedMode(8, 1, 63),
            new BitReversedMode(5, 1, 53),
            new ScatteredMode(8, 5, 64),
            new ScatteredMode(8, 5, 54),
            new SnowflakeMode(EPOCH, false, false, false),
            new SnowflakeMode(EPOCH, false, true, true));

    /** What a document came to: which shard stored which number. */
    private record Stored(int shard, long value) {}

    private static List<Stored> run(LocalMode mode, long seed) {
        Random random = new Random(seed);
        int shards = 1 + random.nextInt(5);
        long[] lasts = new long[shards];
        Arrays.fill(lasts, mode.initial());
        long millis = EPOCH + 1_000_000;
        List<Stored> history = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            // Clocks stand, run, and now and then go back.
            millis += random.nextInt(10) == 0 ? -random.nextInt(50) : random.nextInt(3);
            int shard = random.nextInt(shards);
            Step step = mode.next(lasts[shard], new Moment(shard, millis, random.nextLong()));
            assertThat(step.outcome()).isEqualTo(Step.Outcome.ISSUED);
            // A document that is refused, or a shard that dies before its batch is written, leaves the row as it was.
            if (random.nextInt(5) > 0) {
                lasts[shard] = step.last();
                history.add(new Stored(shard, step.value()));
            }
            if (random.nextInt(20) == 0 && !(mode instanceof Defect)) {
                lasts[shard] = rebuilt(mode, history, shard, lasts[shard], millis);
            }
        }
        return history;
    }

    /** The row was deleted by hand: it comes back from what is stored. */
    private static long rebuilt(LocalMode mode, List<Stored> history, int shard, long last, long millis) {
        long found = mode.initial();
        for (Stored stored : history) {
            if (stored.shard == shard) {
                found = mode.observe(found, stored.value, new Moment(shard, millis, 0));
            }
        }
        assertThat(found).isEqualTo(last);
        return found;
    }

    private static void checkLaws(DeclaredProperties declared, List<Stored> history) {
        Set<Object> seen = new HashSet<>();
        long[] lasts = new long[8];
        for (Stored stored : history) {
            Object identity = declared.unique() == Reach.CLUSTER ? (Object) stored.value : stored;
            if (!seen.add(identity)) {
                throw new AssertionError("not unique: " + stored + " in " + history);
            }
            if (stored.value <= 0 || Long.SIZE - Long.numberOfLeadingZeros(stored.value) > declared.bitWidth()) {
                throw new AssertionError("wider than " + declared.bitWidth() + " bits: " + stored);
            }
            boolean rises = declared.order() != Order.NONE;
            if (rises && stored.value <= lasts[stored.shard]) {
                throw new AssertionError("does not rise: " + stored + " in " + history);
            }
            lasts[stored.shard] = stored.value;
        }
    }

    @Test
    void localModesKeepWhatTheyDeclare() {
        for (LocalMode mode : LOCAL_MODES) {
            for (long seed = 0; seed < SEEDS; seed++) {
                checkLaws(mode.properties(), run(mode, seed));
            }
        }
    }

    /** A mode whose numbers come out changed. */
    private record Defect(LocalMode mode, UnaryOperator<Step> change) implements LocalMode {
        @Override
        public DeclaredProperties properties() {
            return mode.properties();
        }

        @Override
        public long initial() {
            return mode.initial();
        }

        @Override
        public Step next(long last, Moment moment) {
            return change.apply(mode.next(last, moment));
        }

        @Override
        public long observe(long last, long sent, Moment moment) {
            return last;
        }
    }

    private static void breaks(LocalMode mode, String law, UnaryOperator<Step> change) {
        Defect defect = new Defect(mode, change);
        assertThatThrownBy(() -> {
                    for (long seed = 0; seed < 100; seed++) {
                        checkLaws(defect.properties(), run(defect, seed));
                    }
                })
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(law);
    }

    @Test
    void lawsNoticeWhatBreaksThem() {
        LocalMode strided = new StridedMode(NumberRange.STANDARD, 8);
        breaks(strided, "not unique", step -> new Step(step.outcome(), (step.value() + 7) / 8, step.last()));
        breaks(strided, "does not rise", step -> new Step(step.outcome(), 1_000_000 - step.value(), step.last()));
        breaks(
                new RangeEncodedMode(40),
                "wider than 53 bits",
                step -> new Step(step.outcome(), step.value() | 1L << 60, step.last()));
    }

    /**
     * The world of a sequence with an owner: holders with blocks, messages that are lost, owners that die and change.
     */
    private static final class OwnedWorld {
        private final NumberRange range = NumberRange.STANDARD;
        private final Random random;
        private final long cache;
        private final long logAhead;
        private final boolean fenced;
        private final Block[] held = new Block[3];
        private final long[] epochs = {1, 1, 1};
        private final Set<Long> stored = new HashSet<>();
        private OwnerCounter owner = OwnerCounter.fresh(NumberRange.STANDARD);
        private OwnerCounter former;
        private long wasted;
        private long wasteAllowed;

        OwnedWorld(long seed, long cache, long logAhead, boolean fenced) {
            random = new Random(seed);
            this.cache = cache;
            this.logAhead = logAhead;
            this.fenced = fenced;
            former = owner.deposedBy(owner.successor());
        }

        void run() {
            for (int i = 0; i < STEPS; i++) {
                int holder = random.nextInt(held.length);
                switch (random.nextInt(12)) {
                    case 0 -> crash(holder);
                    case 1 -> restartOwner();
                    case 2 -> changeOwner();
                    case 3 -> giveBack(holder);
                    default -> insert(holder);
                }
            }
        }

        private void insert(int holder) {
            Block block = held[holder];
            if (block == null || block.count() == 0) {
                boolean asksFormer = random.nextInt(4) == 0;
                OwnerCounter asked = asksFormer ? former : owner;
                OwnerCounter.Grant grant = asked.grant(range, cache, 0, logAhead);
                if (asksFormer) {
                    former = grant.owner();
                } else {
                    owner = grant.owner();
                }
                boolean lost = random.nextInt(6) == 0;
                if (grant.block().count() == 0) {
                    return;
                }
                if (lost || (fenced && grant.block().epoch() < epochs[holder])) {
                    wasted += grant.block().count();
                    wasteAllowed += cache;
                    return;
                }
                epochs[holder] = grant.block().epoch();
                block = grant.block();
            }
            if (!stored.add(block.next())) {
                throw new AssertionError("not unique: " + block.next());
            }
            held[holder] = block.rest();
        }

        private void crash(int holder) {
            drop(holder);
        }

        private void drop(int holder) {
            if (held[holder] != null) {
                wasted += held[holder].count();
                wasteAllowed += cache - 1;
                held[holder] = null;
            }
        }

        private void restartOwner() {
            wasted += owner.logged() - owner.issued();
            wasteAllowed += logAhead - 1;
            owner = owner.recovered();
        }

        private void changeOwner() {
            OwnerCounter successor = owner.successor();
            wasted += owner.logged() - owner.issued();
            wasteAllowed += logAhead - 1;
            former = fenced ? owner.deposedBy(successor) : owner;
            owner = successor;
            for (int holder = 0; holder < held.length; holder++) {
                drop(holder);
                epochs[holder] = successor.epoch();
            }
        }

        private void giveBack(int holder) {
            Block block = held[holder];
            if (block != null && block.count() > 0) {
                OwnerCounter after = owner.takeBack(block);
                if (after.equals(owner)) {
                    drop(holder);
                }
                owner = after;
                held[holder] = null;
            }
        }

        void check() {
            assertThat(wasted).isLessThanOrEqualTo(wasteAllowed);
        }
    }

    @Test
    void ownersNeverGrantANumberTwiceAndWasteWithinBounds() {
        for (long seed = 0; seed < SEEDS; seed++) {
            OwnedWorld block = new OwnedWorld(seed, 1 + seed % 10, 1, true);
            block.run();
            block.check();
            OwnedWorld central = new OwnedWorld(seed, 1, 1 + seed % 32, true);
            central.run();
            central.check();
        }
    }

    @Test
    void withoutFencesAFormerOwnerGrantsAgain() {
        assertThatThrownBy(() -> {
                    for (long seed = 0; seed < 100; seed++) {
                        new OwnedWorld(seed, 10, 1, false).run();
                    }
                })
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("not unique");
    }

    @Test
    void aBlockOf30000LostAtRestartGoesOnAt30001() {
        OwnerCounter owner = OwnerCounter.fresh(NumberRange.STANDARD);
        OwnerCounter.Grant first = owner.grant(NumberRange.STANDARD, 30_000, 0, 1);
        assertThat(first.block().next()).isEqualTo(1);
        OwnerCounter.Grant afterRestart = first.owner().recovered().grant(NumberRange.STANDARD, 30_000, 0, 1);
        assertThat(afterRestart.block().next()).isEqualTo(30_001);
    }

    @Test
    void aLogAheadOf32BoundsTheJumpAt33() {
        OwnerCounter owner = OwnerCounter.fresh(NumberRange.STANDARD);
        long worst = 0;
        for (long number = 1; number < 200; number++) {
            owner = owner.grant(NumberRange.STANDARD, 1, 0, 32).owner();
            assertThat(owner.issued()).isEqualTo(number);
            long next = owner.recovered()
                    .grant(NumberRange.STANDARD, 1, 0, 32)
                    .block()
                    .next();
            worst = Math.max(worst, next - number);
        }
        assertThat(worst).isBetween(2L, 33L);
    }

    @Test
    void anotherStepNeverReusesANumber() {
        for (long seed = 0; seed < 1_000; seed++) {
            Random random = new Random(seed);
            Set<Long> seen = new HashSet<>();
            long[] lasts = new long[4];
            for (int epoch = 0; epoch < 5; epoch++) {
                StridedMode mode = new StridedMode(NumberRange.STANDARD, 4 + random.nextInt(5));
                for (int i = 0; i < 40; i++) {
                    int shard = random.nextInt(4);
                    Step step = mode.next(lasts[shard], new Moment(shard, 0, 0));
                    lasts[shard] = step.last();
                    assertThat(seen.add(step.value())).as("seed %s", seed).isTrue();
                }
                long floor = Arrays.stream(lasts).max().orElseThrow();
                Arrays.fill(lasts, floor);
            }
        }
    }

    @Test
    void lowRateSnowflakesAreDivisibleByFour() {
        SnowflakeMode mode = new SnowflakeMode(EPOCH, false, false, false);
        long last = 0;
        for (int i = 1; i < 100; i++) {
            Step step = mode.next(last, new Moment(3, EPOCH + 10L * i, 0));
            last = step.last();
            assertThat(step.value() % 4).isZero();
        }
    }

    @Test
    void aBlockGoesOnBeyondWhatIsStored() {
        Block block = new Block(1, 11, 10, 1);
        assertThat(block.end()).isEqualTo(20);
        assertThat(block.beyond(10)).isEqualTo(block);
        assertThat(block.beyond(15)).isEqualTo(new Block(1, 16, 5, 1));
        assertThat(block.beyond(99).count()).isZero();
    }
}
