package io.counterpoint.query.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.testkit.fake.MemorySpillSpace;
import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;

/** Whatever fits into memory, entries come out as a stable sort has them. */
final class ExternalSorterPropertyTest {
    private static final int SEED_COUNT = 300;
    private static final long ENTRY_BYTES = 10;

    /** A key and when it came. */
    private record Entry(int key, int number) {}

    private static final SpillFormat<Entry> FORMAT = new SpillFormat<>() {
        @Override
        public Comparator<Entry> order() {
            return Comparator.comparingInt(Entry::key);
        }

        @Override
        public long bytes(Entry entry) {
            return ENTRY_BYTES;
        }

        @Override
        public BsonDocument write(Entry entry) {
            return new BsonDocument("k", new BsonInt32(entry.key())).append("n", new BsonInt32(entry.number()));
        }

        @Override
        public Entry read(RawDocument document) {
            return new Entry(
                    document.getInt32("k").getValue(), document.getInt32("n").getValue());
        }
    };

    @Test
    void entriesComeOutInOrder() {
        Seeds.run(ExternalSorterPropertyTest.class, SEED_COUNT, random -> {
            List<Entry> entries = entries(random, random.between(0, 3_000));
            long limit = random.nextBoolean() ? Long.MAX_VALUE : random.between(1, 1_500);
            MemorySpillSpace space = MemorySpillSpace.endless();
            StageMemory memory = new StageMemory(ENTRY_BYTES * random.between(1, 4_000), space);
            try (ExternalSorter<Entry> sorter = new ExternalSorter<>(FORMAT, memory, limit)) {
                entries.forEach(sorter::add);
                List<Entry> sorted = new ArrayList<>();
                sorter.sorted().forEachRemaining(sorted::add);
                assertThat(sorted)
                        .isEqualTo(entries.stream()
                                .sorted(FORMAT.order())
                                .limit(limit)
                                .toList());
            }
            assertThat(space.openCount()).isZero();
        });
    }

    @Test
    void manyRunsAreUnited() {
        MemorySpillSpace space = MemorySpillSpace.endless();
        List<Entry> entries = entries(new SeededRandom(1), 2_000);
        try (SortedRuns<Entry> runs = new SortedRuns<>(space, FORMAT)) {
            entries.forEach(entry -> runs.add(List.of(entry)));
            assertThat(space.openCount()).isEqualTo(1);
            List<Entry> merged = new ArrayList<>();
            runs.merged(List.of()).forEachRemaining(merged::add);
            assertThat(merged).isEqualTo(entries.stream().sorted(FORMAT.order()).toList());
        }
        assertThat(space.openCount()).isZero();
    }

    @Test
    void withoutDiskTheLimitOfMemoryHolds() {
        try (ExternalSorter<Entry> sorter =
                new ExternalSorter<>(FORMAT, StageMemory.withoutDisk(10 * ENTRY_BYTES), Long.MAX_VALUE)) {
            IntStream.range(0, 10).forEach(i -> sorter.add(new Entry(i, i)));
            assertThatThrownBy(() -> sorter.add(new Entry(10, 10)))
                    .isInstanceOfSatisfying(CommandException.class, refusal -> {
                        assertThat(refusal.code()).isEqualTo(ErrorCode.QUERY_EXCEEDED_MEMORY_LIMIT_NO_DISK_USE_ALLOWED);
                        assertThat(refusal.text())
                                .isEqualTo("Sort exceeded memory limit of 100 bytes, but did not opt in to external"
                                        + " sorting.");
                    });
        }
    }

    @Test
    void theFirstFewNeedNoDisk() {
        MemorySpillSpace space = MemorySpillSpace.endless();
        try (ExternalSorter<Entry> sorter =
                new ExternalSorter<>(FORMAT, new StageMemory(2_000 * ENTRY_BYTES, space), 10)) {
            entries(new SeededRandom(2), 50_000).forEach(sorter::add);
            assertThat(sorter.sorted()).toIterable().hasSize(10);
            assertThat(sorter.hasSpilled()).isFalse();
        }
    }

    private static List<Entry> entries(SeededRandom random, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> new Entry(random.nextInt(500), number))
                .toList();
    }
}
