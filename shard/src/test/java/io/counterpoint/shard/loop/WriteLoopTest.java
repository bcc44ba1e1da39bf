package io.counterpoint.shard.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.metric.Metrics;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.shard.catalog.Catalog;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.CurrentCatalog;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.MemoryStore;
import io.counterpoint.shard.storage.OverlayView;
import io.counterpoint.shard.storage.StorageException;
import io.counterpoint.testkit.fake.FakeClock;
import io.counterpoint.testkit.fake.FakeTimers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@SuppressWarnings("FutureReturnValueIgnored") // what commands did is looked up in the store
class WriteLoopTest {
    private static final Submission LIGHT = Submission.durable(Runnable::run);

    private final MemoryStore memory = new MemoryStore();
    private final FaultyStore store = new FaultyStore(memory);
    private final CurrentCatalog catalog = new CurrentCatalog(Catalog.EMPTY);
    private final ManualExecutor workers = new ManualExecutor();
    private final ManualExecutor syncs = new ManualExecutor();
    private final FakeClock clock = new FakeClock();
    private final FakeTimers timers = new FakeTimers(clock);
    private final WriteLoop loop = new WriteLoop(store, catalog, workers, syncs, clock, timers, Metrics.inMemory());

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static @Nullable String text(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    private @Nullable String stored(String key) {
        return text(memory.get(ColumnFamily.META, bytes(key)));
    }

    private static void put(WriteContext context, String key, String value) {
        context.claim(ColumnFamily.META, bytes(key));
        context.view().put(ColumnFamily.META, bytes(key), bytes(value));
    }

    /** Appends to a key's value and gives the new one. */
    private static String append(WriteContext context, String key, String more) {
        context.claim(ColumnFamily.META, bytes(key));
        byte[] old = context.view().get(ColumnFamily.META, bytes(key));
        String value = (old == null ? "" : text(old)) + more;
        put(context, key, value);
        return value;
    }

    private CompletableFuture<String> append(String key, String more) {
        return append(key, more, LIGHT);
    }

    private CompletableFuture<String> append(String key, String more, Submission submission) {
        return loop.submit((context, text) -> append(context, key, text), more, submission);
    }

    private static CommandException refusal() {
        return new CommandException(ErrorCode.BAD_VALUE, "refused");
    }

    private static void assertRefused(CompletableFuture<?> future, ErrorCode code) {
        assertThat(future)
                .isCompletedExceptionally()
                .failsWithin(0, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingCause()
                .asInstanceOf(InstanceOfAssertFactories.type(CommandException.class))
                .extracting(CommandException::code)
                .isEqualTo(code);
    }

    private static void assertDiskRefused(CompletableFuture<?> future) {
        assertThat(future)
                .failsWithin(0, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(StorageException.class);
    }

    private KeyOwner hold(KeyOwner.Kind kind, long number, String key) {
        KeyOwner owner = new KeyOwner(kind, number);
        loop.submit(
                (context, held) -> {
                    context.enter(owner, new OverlayView(context.committed()), null);
                    context.claim(ColumnFamily.META, bytes(held));
                    return true;
                },
                key,
                LIGHT);
        return owner;
    }

    private void release(KeyOwner owner) {
        CompletableFuture<Boolean> done = loop.submit(
                (context, ended) -> {
                    context.release(ended);
                    return true;
                },
                owner,
                LIGHT);
        syncs.runAll();
        assertThat(done).isCompleted();
    }

    @Test
    void whatArrivesInOneTurnOfAnEventLoopSharesOneBatch() {
        ManualExecutor eventLoop = new ManualExecutor();
        Submission onLoop = Submission.durable(eventLoop);
        CompletableFuture<String> first = append("k", "a", onLoop);
        append("k", "b", onLoop);
        CompletableFuture<String> last = append("k", "c", onLoop);
        assertThat(stored("k")).isNull();
        eventLoop.runOne();
        assertThat(stored("k")).isEqualTo("abc");
        assertThat(store.writes()).isEqualTo(1);
        syncs.runAll();
        assertThat(store.syncs()).isEqualTo(1);
        eventLoop.runAll();
        assertThat(first).isCompletedWithValue("a");
        assertThat(last).isCompletedWithValue("abc");
    }

    @Test
    void aCommandIsCarriedOutThoughItsEventLoopIsGone() {
        Submission onLoop = Submission.durable(task -> {
            throw new RejectedExecutionException("shut down");
        });
        CompletableFuture<String> answer = append("k", "a", onLoop);
        workers.runAll();
        assertThat(stored("k")).isEqualTo("a");
        syncs.runAll();
        assertThat(answer).isCompletedWithValue("a");
    }

    @Test
    void anAnswerLeavesOnceTheLogIsSynced() {
        CompletableFuture<String> answer = append("k", "a");
        assertThat(stored("k")).isEqualTo("a");
        assertThat(answer).isNotDone();
        syncs.runAll();
        assertThat(answer).isCompletedWithValue("a");
        assertThat(store.syncs()).isEqualTo(1);
    }

    @Test
    void anAnswerThatNeedsNoSyncLeavesOnceTheBatchIsWritten() {
        Submission quick = new Submission(Durability.WRITTEN, Runnable::run, Long.MAX_VALUE, false);
        assertThat(append("k", "a", quick)).isCompletedWithValue("a");
        assertThat(syncs.waiting()).isZero();
    }

    @Test
    void answersThatArriveDuringASyncShareTheNext() {
        List<CompletableFuture<String>> answers = new ArrayList<>();
        answers.add(append("k", "a"));
        answers.add(append("k", "b"));
        answers.add(append("k", "c"));
        syncs.runAll();
        assertThat(answers).allMatch(CompletableFuture::isDone);
        assertThat(store.syncs()).isEqualTo(1);
        assertThat(stored("k")).isEqualTo("abc");
    }

    @Test
    void commandsThatWaitFormAGroupInOrderOfArrival() {
        List<CompletableFuture<String>> answers = new ArrayList<>();
        loop.submit(
                (context, none) -> {
                    answers.add(append("k", "1"));
                    answers.add(append("k", "2"));
                    answers.add(append("k", "3"));
                    return append(context, "k", "0");
                },
                "",
                LIGHT);
        syncs.runAll();
        assertThat(answers).extracting(CompletableFuture::join).containsExactly("01", "012", "0123");
        assertThat(store.writes()).isEqualTo(1);
    }

    @Test
    void aGroupHasAnEnd() {
        int count = 1_000;
        loop.submit(
                (context, none) -> {
                    for (int i = 0; i < count; i++) {
                        append("k", "x");
                    }
                    return append(context, "k", "");
                },
                "",
                LIGHT);
        assertThat(store.writes()).isBetween(4, 5);
        assertThat(stored("k")).hasSizeGreaterThanOrEqualTo(count - 256);
        workers.runAll();
        assertThat(stored("k")).hasSize(count);
    }

    @Test
    void aSubmittingThreadPassesTheLoopOnAfterAFewGroups() {
        loop.submit(
                (context, none) -> {
                    for (int i = 0; i < 3_000; i++) {
                        append("k", "x");
                    }
                    return append(context, "k", "");
                },
                "",
                LIGHT);
        assertThat(stored("k")).hasSize(4 * 256 - 1);
        assertThat(workers.waiting()).isEqualTo(1);
        append("k", "y");
        assertThat(workers.waiting()).as("only one runs the loop").isEqualTo(1);
        workers.runOne();
        assertThat(stored("k")).hasSize(3_001).endsWith("y");
    }

    @Test
    void aHeavyCommandRunsOnAWorker() {
        CompletableFuture<String> answer = append("k", "a", LIGHT.asHeavy());
        assertThat(stored("k")).isNull();
        workers.runAll();
        syncs.runAll();
        assertThat(answer).isCompletedWithValue("a");
    }

    @Test
    void aHeavyCommandAmongLightOnesKeepsItsPlace() {
        loop.submit(
                (context, none) -> {
                    append("k", "1");
                    append("k", "2", LIGHT.asHeavy());
                    append("k", "3");
                    return append(context, "k", "0");
                },
                "",
                LIGHT);
        assertThat(stored("k")).isEqualTo("01");
        workers.runAll();
        assertThat(stored("k")).isEqualTo("0123");
    }

    @Test
    void aCommandThatFailsIsUndoneAlone() {
        AtomicInteger forgotten = new AtomicInteger();
        loop.onLostState(forgotten::incrementAndGet);
        List<CompletableFuture<String>> answers = new ArrayList<>();
        loop.submit(
                (context, none) -> {
                    answers.add(append("k", "1"));
                    answers.add(loop.submit(
                            (inner, text) -> {
                                append(inner, "k", text);
                                put(inner, "other", "x");
                                inner.afterWrite(() -> put(inner, "late", "x"));
                                throw refusal();
                            },
                            "2",
                            LIGHT));
                    answers.add(append("k", "3"));
                    return append(context, "k", "0");
                },
                "",
                LIGHT);
        syncs.runAll();
        assertThat(answers.get(0)).isCompletedWithValue("01");
        assertRefused(answers.get(1), ErrorCode.BAD_VALUE);
        assertThat(answers.get(2)).isCompletedWithValue("013");
        assertThat(stored("other")).isNull();
        assertThat(stored("late")).isNull();
        assertThat(store.writes()).isEqualTo(1);
        assertThat(forgotten).hasValue(1);
    }

    @Test
    void aCommandThatBreaksIsUndoneAloneToo() {
        CompletableFuture<String> broken = loop.submit(
                (context, none) -> {
                    put(context, "k", "x");
                    throw new IllegalStateException("a bug");
                },
                "",
                LIGHT);
        syncs.runAll();
        assertThat(broken)
                .failsWithin(0, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(IllegalStateException.class);
        assertThat(stored("k")).isNull();
        CompletableFuture<String> next = append("k", "a");
        syncs.runAll();
        assertThat(next).isCompletedWithValue("a");
    }

    @Test
    void readersSeeAChangedCatalogOnceItIsWritten() {
        CollectionDescription orders = new CollectionDescription(
                1, new Namespace("shop", "orders"), new UUID(1, 2), new BsonDocument(), List.of());
        loop.submit(
                (context, none) -> {
                    put(context, "k", "a");
                    context.replaceCatalog(context.catalog().with(orders));
                    assertThat(catalog.get().find(orders.namespace())).isNull();
                    return true;
                },
                "",
                LIGHT);
        assertThat(catalog.get().find(orders.namespace())).isEqualTo(orders);
        loop.submit(
                (context, none) -> {
                    context.replaceCatalog(Catalog.EMPTY);
                    throw refusal();
                },
                "",
                LIGHT);
        assertThat(catalog.get().find(orders.namespace())).isEqualTo(orders);
    }

    @Test
    void aDiskThatRefusesFailsTheGroupAndNothingElse() {
        AtomicInteger forgotten = new AtomicInteger();
        AtomicInteger ran = new AtomicInteger();
        loop.onLostState(forgotten::incrementAndGet);
        CollectionDescription orders = new CollectionDescription(
                1, new Namespace("shop", "orders"), new UUID(1, 2), new BsonDocument(), List.of());
        append("k", "a");
        syncs.runAll();
        store.refuseWrites(1);
        List<CompletableFuture<String>> answers = new ArrayList<>();
        answers.add(loop.submit(
                (context, none) -> {
                    answers.add(append("k", "c"));
                    context.replaceCatalog(context.catalog().with(orders));
                    context.afterWrite(ran::incrementAndGet);
                    return append(context, "k", "b");
                },
                "",
                LIGHT));
        syncs.runAll();
        assertThat(answers).hasSize(2).allSatisfy(WriteLoopTest::assertDiskRefused);
        assertThat(stored("k")).isEqualTo("a");
        assertThat(forgotten).hasValue(1);
        assertThat(ran).hasValue(0);
        assertThat(catalog.get().find(orders.namespace())).isNull();
        assertThat(loop.broken()).isNull();
        CompletableFuture<String> next = append("k", "d");
        syncs.runAll();
        assertThat(next).isCompletedWithValue("ad");
    }

    @Test
    void aSyncThatFailsBreaksTheShard() {
        CompletableFuture<String> first = append("k", "a");
        CompletableFuture<String> second = append("k", "b");
        store.refuseSyncs(1);
        syncs.runAll();
        assertDiskRefused(first);
        assertDiskRefused(second);
        assertThat(loop.broken()).isNotNull();
        CompletableFuture<String> later = append("k", "c");
        syncs.runAll();
        assertDiskRefused(later);
        assertThat(stored("k")).isEqualTo("ab");
    }

    @Test
    void whatComesAfterTheWriteRunsOnceItIsWritten() {
        loop.submit(
                (context, none) -> {
                    put(context, "k", "a");
                    context.afterWrite(() -> assertThat(stored("k")).isEqualTo("a"));
                    assertThat(stored("k")).isNull();
                    return true;
                },
                "",
                LIGHT);
        assertThat(stored("k")).isEqualTo("a");
    }

    @Test
    void whatFollowsAWriteCannotMakeItFail() {
        CompletableFuture<String> answer = loop.submit(
                (context, none) -> {
                    context.afterWrite(() -> {
                        throw new StorageException("no space left", true, new IOException("no space left on device"));
                    });
                    return append(context, "k", "a");
                },
                "",
                LIGHT);
        syncs.runAll();
        assertThat(answer).isCompletedWithValue("a");
        assertThat(stored("k")).isEqualTo("a");
    }

    @Test
    void stateInMemoryIsTakenBackWhenTheGroupIsNotWritten() {
        List<String> takenBack = new ArrayList<>();
        WriteHandler<String, String> handler = (context, key) -> {
            context.ifNotWritten(() -> takenBack.add(key));
            if (key.equals("refused")) {
                throw refusal();
            }
            return append(context, key, "x");
        };
        loop.submit(handler, "written", LIGHT);
        loop.submit(handler, "refused", LIGHT);
        store.refuseWrites(1);
        loop.submit(handler, "lost", LIGHT);
        assertThat(takenBack).containsExactly("lost");
    }

    @Test
    void whoChangesWhatKeysMeanWaitsForAllOfThem() {
        KeyOwner owner = hold(KeyOwner.Kind.TRANSACTION, 0, "orders.7");
        WriteHandler<String, Boolean> change = (context, prefix) -> {
            context.awaitFree(ColumnFamily.META, bytes(prefix));
            return true;
        };
        CompletableFuture<Boolean> waiting = loop.submit(change, "orders.", LIGHT);
        CompletableFuture<Boolean> other = loop.submit(change, "sales.", LIGHT);
        syncs.runAll();
        assertThat(waiting).isNotDone();
        assertThat(other).isCompleted();
        release(owner);
        assertThat(waiting).isCompleted();
    }

    @Test
    void answersOfOneExecutorShareATask() {
        ManualExecutor here = new ManualExecutor();
        ManualExecutor there = new ManualExecutor();
        List<CompletableFuture<String>> answers = new ArrayList<>();
        loop.submit(
                (context, none) -> {
                    answers.add(append("k", "1", Submission.durable(here)));
                    answers.add(append("k", "2", Submission.durable(here)));
                    answers.add(append("k", "3", Submission.durable(there)));
                    return true;
                },
                "",
                LIGHT);
        syncs.runAll();
        assertThat(answers).noneMatch(CompletableFuture::isDone);
        assertThat(here.waiting()).isEqualTo(1);
        assertThat(there.waiting()).isEqualTo(1);
        here.runAll();
        assertThat(answers.get(0)).isCompletedWithValue("1");
        assertThat(answers.get(1)).isCompletedWithValue("12");
        assertThat(answers.get(2)).isNotDone();
    }

    @Test
    void aPlainWriteWaitsForAHeldKeyAndRunsAgainInOrder() {
        KeyOwner owner = hold(KeyOwner.Kind.STAGE, 1, "k");
        CompletableFuture<String> first = append("k", "1");
        CompletableFuture<String> second = append("k", "2");
        CompletableFuture<String> other = append("other", "x");
        syncs.runAll();
        assertThat(first).isNotDone();
        assertThat(second).isNotDone();
        assertThat(other).as("other keys are free").isCompletedWithValue("x");
        release(owner);
        assertThat(first).isCompletedWithValue("1");
        assertThat(second).isCompletedWithValue("12");
    }

    @Test
    void whoWaitedComesBeforeWhoCameLater() {
        KeyOwner owner = hold(KeyOwner.Kind.TRANSACTION, 0, "k");
        CompletableFuture<String> waiting = append("k", "1");
        List<CompletableFuture<String>> later = new ArrayList<>();
        loop.submit(
                (context, none) -> {
                    later.add(append("k", "2"));
                    context.release(owner);
                    return true;
                },
                "",
                LIGHT);
        syncs.runAll();
        assertThat(waiting).isCompletedWithValue("1");
        assertThat(later.get(0)).isCompletedWithValue("12");
    }

    @Test
    void aParkedCommandHasLeftNothingBehind() {
        KeyOwner owner = hold(KeyOwner.Kind.STAGE, 1, "k");
        CompletableFuture<String> parked = loop.submit(
                (context, none) -> {
                    append(context, "before", "x");
                    return append(context, "k", "1");
                },
                "",
                LIGHT);
        append("before", "y");
        assertThat(stored("before")).isEqualTo("y");
        release(owner);
        assertThat(parked).isCompletedWithValue("1");
        assertThat(stored("before")).isEqualTo("yx");
    }

    @Test
    void aParkedCommandGivesUpAtItsDeadline() {
        KeyOwner owner = hold(KeyOwner.Kind.STAGE, 1, "k");
        long deadline = clock.nanos() + TimeUnit.MILLISECONDS.toNanos(50);
        CompletableFuture<String> parked =
                append("k", "1", new Submission(Durability.SYNCED, Runnable::run, deadline, false));
        timers.advance(49);
        syncs.runAll();
        assertThat(parked).isNotDone();
        timers.advance(1);
        syncs.runAll();
        assertRefused(parked, ErrorCode.MAX_TIME_MS_EXPIRED);
        release(owner);
        assertThat(stored("k")).isNull();
    }

    @Test
    void aDeadlineAfterTheKeyWasFreedChangesNothing() {
        KeyOwner owner = hold(KeyOwner.Kind.STAGE, 1, "k");
        long deadline = clock.nanos() + TimeUnit.MILLISECONDS.toNanos(50);
        CompletableFuture<String> parked =
                append("k", "1", new Submission(Durability.SYNCED, Runnable::run, deadline, false));
        release(owner);
        assertThat(parked).isCompletedWithValue("1");
        timers.advance(100);
        syncs.runAll();
        assertThat(stored("k")).isEqualTo("1");
    }

    @Test
    void aTransactionGivesUpAtAHeldKey() {
        hold(KeyOwner.Kind.STAGE, 1, "k");
        CompletableFuture<Boolean> transaction = loop.submit(
                (context, none) -> {
                    context.enter(
                            new KeyOwner(KeyOwner.Kind.TRANSACTION, 0),
                            new OverlayView(context.committed()),
                            memory.snapshot());
                    put(context, "k", "x");
                    return true;
                },
                "",
                LIGHT);
        syncs.runAll();
        assertRefused(transaction, ErrorCode.WRITE_CONFLICT);
    }

    @Test
    void aTransactionGivesUpAtAKeyThatChangedSinceItsSnapshot() {
        KeyOwner owner = new KeyOwner(KeyOwner.Kind.TRANSACTION, 0);
        var snapshot = memory.snapshot();
        append("k", "a");
        WriteHandler<String, Boolean> write = (context, key) -> {
            context.enter(owner, new OverlayView(snapshot), snapshot);
            put(context, key, "x");
            return true;
        };
        CompletableFuture<Boolean> changed = loop.submit(write, "k", LIGHT);
        CompletableFuture<Boolean> same = loop.submit(write, "other", LIGHT);
        syncs.runAll();
        assertRefused(changed, ErrorCode.WRITE_CONFLICT);
        assertThat(same).isCompletedWithValue(true);
    }

    @Test
    void manyThreadsLoseNoCommandAndRunNoneTwice() throws ExecutionException, InterruptedException, TimeoutException {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        WriteLoop shared =
                new WriteLoop(memory, new CurrentCatalog(Catalog.EMPTY), pool, pool, clock, timers, Metrics.inMemory());
        int threads = 4;
        int each = 500;
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        try {
            List<CompletableFuture<List<CompletableFuture<Integer>>>> submitters = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                submitters.add(CompletableFuture.supplyAsync(
                        () -> {
                            List<CompletableFuture<Integer>> mine = new ArrayList<>();
                            for (int i = 0; i < each; i++) {
                                Submission submission = i % 7 == 0 ? LIGHT.asHeavy() : LIGHT;
                                mine.add(shared.submit(
                                        (context, none) ->
                                                append(context, "n", "x").length(),
                                        "",
                                        submission));
                            }
                            return mine;
                        },
                        pool));
            }
            for (CompletableFuture<List<CompletableFuture<Integer>>> submitter : submitters) {
                answers.addAll(submitter.get(20, TimeUnit.SECONDS));
            }
            List<Integer> lengths = new ArrayList<>();
            for (CompletableFuture<Integer> answer : answers) {
                lengths.add(answer.get(20, TimeUnit.SECONDS));
            }
            assertThat(lengths).doesNotHaveDuplicates().hasSize(threads * each);
            assertThat(stored("n")).hasSize(threads * each);
        } finally {
            pool.shutdownNow();
        }
    }
}
