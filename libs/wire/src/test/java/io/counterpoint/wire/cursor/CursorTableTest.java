package io.counterpoint.wire.cursor;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.testkit.fake.FakeEnvironment;
import io.counterpoint.testkit.seed.Seeds;
import io.counterpoint.wire.command.CommandDispatcher;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.CommandTable;
import io.counterpoint.wire.session.SessionId;
import io.counterpoint.wire.session.SessionTable;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

class CursorTableTest {
    private static final long MINUTE = 60_000;
    private static final CommandRequest FIND = request(BsonDocument.parse("{find: 'c', $db: 'd'}"));
    private static final CursorRequest WANTED = new CursorRequest("d.c", 2, false, false);

    private final FakeEnvironment fake = FakeEnvironment.create(1);
    private final SessionTable sessions = new SessionTable(fake.clock(), fake.timers());
    private final CursorTable cursors =
            new CursorTable(fake.clock(), fake.timers(), fake.environment().random());
    private final CommandDispatcher dispatcher = new CommandDispatcher(
            new CommandTable(CursorCommands.entries(cursors)),
            fake.clock(),
            fake.environment().metrics(),
            sessions);

    /** Numbers from 0, given when asked for; notes when it is closed. */
    private static final class Numbers implements BatchSource {
        private final BatchSource documents;
        private int closedCount;
        private CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);

        Numbers(int count) {
            documents = BatchSource.of(IntStream.range(0, count)
                    .mapToObj(i -> new BsonDocument("_id", new BsonInt32(i)))
                    .toList());
        }

        @Override
        public CompletableFuture<Batch> next(int maxDocuments, int maxBytes) {
            assertThat(closedCount).isZero();
            return gate.thenCompose(open -> documents.next(maxDocuments, maxBytes));
        }

        @Override
        public void close() {
            closedCount++;
        }
    }

    private static CommandRequest request(BsonDocument body) {
        return CommandRequest.of(BsonBytes.raw(body));
    }

    private static BsonDocument session(int number) {
        return new SessionId(new UUID(0, number)).document();
    }

    private BsonDocument getMore(long id, String more) {
        return dispatcher.dispatch(getMoreRequest(id, more)).join();
    }

    private static CommandRequest getMoreRequest(long id, String more) {
        BsonDocument body = new BsonDocument("getMore", new BsonInt64(id));
        body.put("collection", new BsonString("c"));
        body.put("$db", new BsonString("d"));
        body.putAll(BsonDocument.parse(more));
        return request(body);
    }

    private BsonDocument killCursors(long... ids) {
        BsonArray array = new BsonArray();
        for (long id : ids) {
            array.add(new BsonInt64(id));
        }
        return dispatcher
                .dispatch(request(
                        BsonDocument.parse("{killCursors: 'c', $db: 'd'}").append("cursors", array)))
                .join();
    }

    private static long idOf(BsonDocument reply) {
        return reply.getDocument("cursor").getInt64("id").getValue();
    }

    private static List<Integer> numbers(BsonDocument reply, String batch) {
        return reply.getDocument("cursor").getArray(batch).stream()
                .map(each -> each.asDocument().getInt32("_id").getValue())
                .toList();
    }

    private static int codeOf(BsonDocument reply) {
        return reply.getInt32("code").getValue();
    }

    @Test
    void givesBatchAfterBatch() {
        Numbers source = new Numbers(5);
        BsonDocument first = cursors.open(FIND, WANTED, source).join();
        assertThat(first.getDocument("cursor").keySet()).containsExactly("firstBatch", "id", "ns");
        assertThat(numbers(first, "firstBatch")).containsExactly(0, 1);
        long id = idOf(first);
        assertThat(id).isPositive();

        BsonDocument second = getMore(id, "{batchSize: 1}");
        assertThat(numbers(second, "nextBatch")).containsExactly(2);
        assertThat(idOf(second)).isEqualTo(id);
        assertThat(second.getDocument("cursor").getString("ns").getValue()).isEqualTo("d.c");
        BsonDocument third = getMore(id, "{}");
        assertThat(numbers(third, "nextBatch")).containsExactly(3, 4);
        assertThat(idOf(third)).isZero();

        assertThat(source.closedCount).isEqualTo(1);
        assertThat(cursors.count()).isZero();
        BsonDocument fourth = getMore(id, "{}");
        assertThat(codeOf(fourth)).isEqualTo(43);
        assertThat(fourth.getString("errmsg").getValue()).isEqualTo("cursor id " + id + " not found");
    }

    @Test
    void keepsNothingOfAResultThatFitsIntoTheFirstBatch() {
        Numbers source = new Numbers(2);
        assertThat(idOf(cursors.open(FIND, WANTED, source).join())).isZero();
        assertThat(source.closedCount).isEqualTo(1);
        assertThat(cursors.count()).isZero();
    }

    @Test
    void endsASingleBatch() {
        Numbers source = new Numbers(5);
        BsonDocument reply = cursors.open(FIND, new CursorRequest("d.c", 2, true, false), source)
                .join();
        assertThat(numbers(reply, "firstBatch")).containsExactly(0, 1);
        assertThat(idOf(reply)).isZero();
        assertThat(source.closedCount).isEqualTo(1);
    }

    @Test
    void opensWithoutReading() {
        BsonDocument reply =
                cursors.open(FIND, WANTED.withBatchSize(0), new Numbers(5)).join();
        assertThat(numbers(reply, "firstBatch")).isEmpty();
        assertThat(numbers(getMore(idOf(reply), "{}"), "nextBatch")).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void givesTheWholeResultWhateverTheSizesOfItsBatches() {
        Seeds.run(CursorTableTest.class, 100, random -> {
            int count = random.nextInt(50);
            List<Integer> got = new ArrayList<>();
            BsonDocument reply = cursors.open(FIND, WANTED.withBatchSize(random.nextInt(10)), new Numbers(count))
                    .join();
            got.addAll(numbers(reply, "firstBatch"));
            while (idOf(reply) != 0) {
                reply = getMore(idOf(reply), "{batchSize: " + random.nextInt(10) + "}");
                got.addAll(numbers(reply, "nextBatch"));
            }
            assertThat(got).isEqualTo(IntStream.range(0, count).boxed().toList());
            assertThat(cursors.count()).isZero();
        });
    }

    @Test
    void boundsBatchesByBytesButAlwaysMovesOn() {
        BsonDocument large = new BsonDocument("text", new BsonString("x".repeat(1_000)));
        BatchSource source = BatchSource.of(List.of(large, large, large));
        assertThat(source.next(10, 2_500).join().documents()).hasSize(2);
        Batch rest = source.next(10, 5).join();
        assertThat(rest.documents()).hasSize(1);
        assertThat(rest.last()).isTrue();
    }

    @Test
    void leavesRoomForTheArraysOwnBytes() {
        List<Integer> asked = new ArrayList<>();
        BatchSource source = new BatchSource() {
            @Override
            public CompletableFuture<Batch> next(int maxDocuments, int maxBytes) {
                asked.add(maxDocuments);
                asked.add(maxBytes);
                return CompletableFuture.completedFuture(Batch.END);
            }

            @Override
            public void close() {}
        };
        long id = cursors.park(FIND, WANTED, source);
        assertThat(getMore(id, "{batchSize: 101}")).containsKey("cursor");
        id = cursors.park(FIND, WANTED, source);
        assertThat(getMore(id, "{}")).containsKey("cursor");
        assertThat(asked).containsExactly(101, 16 << 20, 250_000, (16 << 20) - 250_000 * 8 + 8 * 1024);
    }

    @Test
    void refusesWhoDoesNotOwnTheCursor() {
        long plain = cursors.park(FIND, WANTED, new Numbers(5));
        BsonDocument body = BsonDocument.parse("{find: 'c', $db: 'd'}").append("lsid", session(1));
        long inSession = cursors.park(request(body), WANTED, new Numbers(5));
        body.append("txnNumber", new BsonInt64(3)).append("autocommit", BsonBoolean.FALSE);
        long inTransaction = cursors.park(request(body), WANTED, new Numbers(5));
        String one = "lsid: " + session(1).toJson();
        String two = "lsid: " + session(2).toJson();

        assertThat(codeOf(getMore(plain, "{collection: 'other'}"))).isEqualTo(13);
        assertThat(codeOf(getMore(plain, "{" + one + "}"))).isEqualTo(50736);
        assertThat(codeOf(getMore(inSession, "{}"))).isEqualTo(50737);
        assertThat(codeOf(getMore(inSession, "{" + two + "}"))).isEqualTo(50738);
        assertThat(codeOf(getMore(inSession, "{" + one + ", txnNumber: 3, autocommit: false}")))
                .isEqualTo(50739);
        assertThat(codeOf(getMore(inTransaction, "{" + one + "}"))).isEqualTo(50740);
        assertThat(codeOf(getMore(inTransaction, "{" + one + ", txnNumber: 4, autocommit: false}")))
                .isEqualTo(50741);
        assertThat(getMore(plain, "{}")).containsKey("cursor");
        assertThat(getMore(inSession, "{" + one + "}")).containsKey("cursor");
        assertThat(getMore(inTransaction, "{" + one + ", txnNumber: 3, autocommit: false}"))
                .containsKey("cursor");
    }

    @Test
    void givesACursorToOneRequestAtATime() {
        Numbers source = new Numbers(5);
        long id = cursors.park(FIND, WANTED, source);
        source.gate = new CompletableFuture<>();
        CompletableFuture<BsonDocument> slow = dispatcher.dispatch(getMoreRequest(id, "{batchSize: 2}"));

        BsonDocument other = getMore(id, "{}");
        assertThat(codeOf(other)).isEqualTo(12051);
        source.gate.complete(null);
        assertThat(numbers(slow.join(), "nextBatch")).containsExactly(0, 1);
        assertThat(getMore(id, "{}")).containsKey("cursor");
    }

    @Test
    void closesACursorThatIsKilledWhileInUseOnlyAfterwards() {
        Numbers source = new Numbers(5);
        long id = cursors.park(FIND, WANTED, source);
        source.gate = new CompletableFuture<>();
        CompletableFuture<BsonDocument> slow = dispatcher.dispatch(getMoreRequest(id, "{batchSize: 2}"));

        BsonDocument killed = killCursors(id, 77);
        assertThat(killed)
                .isEqualTo(new BsonDocument("cursorsKilled", new BsonArray(List.of(new BsonInt64(id))))
                        .append("cursorsNotFound", new BsonArray(List.of(new BsonInt64(77))))
                        .append("cursorsAlive", new BsonArray())
                        .append("cursorsUnknown", new BsonArray())
                        .append("ok", new BsonDouble(1)));
        assertThat(source.closedCount).isZero();
        source.gate.complete(null);
        assertThat(codeOf(slow.join())).isEqualTo(237);
        assertThat(source.closedCount).isEqualTo(1);
    }

    @Test
    void endsCursorsThatAreIdleForTenMinutes() {
        Numbers idle = new Numbers(5);
        Numbers used = new Numbers(50);
        Numbers patient = new Numbers(5);
        cursors.park(FIND, WANTED, idle);
        long usedId = cursors.park(FIND, WANTED, used);
        cursors.park(FIND, new CursorRequest("d.c", 2, false, true), patient);

        fake.timers().advance(8 * MINUTE);
        assertThat(getMore(usedId, "{batchSize: 1}")).containsKey("cursor");
        fake.timers().advance(3 * MINUTE);

        assertThat(idle.closedCount).isEqualTo(1);
        assertThat(used.closedCount).isZero();
        fake.timers().advance(60 * MINUTE);
        assertThat(used.closedCount).isEqualTo(1);
        assertThat(patient.closedCount).isZero();
    }

    @Test
    void endsACursorThatFails() {
        Numbers source = new Numbers(5);
        long id = cursors.park(FIND, WANTED, source);
        source.gate = CompletableFuture.failedFuture(new CommandException(ErrorCode.QUERY_PLAN_KILLED, "dropped"));
        assertThat(codeOf(getMore(id, "{}"))).isEqualTo(175);
        assertThat(source.closedCount).isEqualTo(1);
        assertThat(codeOf(getMore(id, "{}"))).isEqualTo(43);

        Numbers broken = new Numbers(5);
        broken.gate = CompletableFuture.failedFuture(new IllegalStateException("x"));
        assertThat(cursors.open(FIND, WANTED, broken)).isCompletedExceptionally();
        assertThat(broken.closedCount).isEqualTo(1);
    }

    @Test
    void endsCursorsWithWhatTheyDependOn() {
        BsonDocument body = BsonDocument.parse("{find: 'c', $db: 'd'}").append("lsid", session(1));
        Numbers inSession = new Numbers(5);
        cursors.park(request(body), WANTED, inSession);
        body.append("txnNumber", new BsonInt64(3)).append("autocommit", BsonBoolean.FALSE);
        Numbers inTransaction = new Numbers(5);
        cursors.park(request(body), WANTED, inTransaction);
        Numbers other = new Numbers(5);
        cursors.park(FIND, CursorRequest.of("d.other"), other);

        SessionId session = new SessionId(new UUID(0, 1));
        cursors.killTransaction(session, 2);
        assertThat(inTransaction.closedCount).isZero();
        cursors.killTransaction(session, 3);
        assertThat(inTransaction.closedCount).isEqualTo(1);
        assertThat(inSession.closedCount).isZero();
        cursors.killSession(session);
        assertThat(inSession.closedCount).isEqualTo(1);
        cursors.killNamespace("d.c");
        assertThat(other.closedCount).isZero();
        cursors.killNamespace("d.other");
        assertThat(other.closedCount).isEqualTo(1);
    }

    @Test
    void closesEverythingWithTheTable() {
        Numbers source = new Numbers(5);
        cursors.park(FIND, WANTED, source);
        cursors.close();
        assertThat(source.closedCount).isEqualTo(1);
        assertThat(fake.timers().pendingCount()).isZero();
    }

    @Test
    void refusesMalformedCommands() {
        assertThat(codeOf(dispatcher
                        .dispatch(request(BsonDocument.parse("{getMore: 1, collection: 'c', $db: 'd'}")))
                        .join()))
                .isEqualTo(14);
        assertThat(codeOf(getMore(1, "{batchSize: -1}"))).isEqualTo(51024);
        assertThat(codeOf(getMore(1, "{batchSize: 'x'}"))).isEqualTo(14);
        assertThat(codeOf(getMore(1, "{collection: 1}"))).isEqualTo(14);
        assertThat(codeOf(getMore(1, "{maxTimeMS: 5}"))).isEqualTo(2);
        assertThat(codeOf(dispatcher
                        .dispatch(request(BsonDocument.parse("{killCursors: 'c', $db: 'd'}")))
                        .join()))
                .isEqualTo(40414);
        assertThat(codeOf(dispatcher
                        .dispatch(request(BsonDocument.parse("{killCursors: 'c', cursors: [1], $db: 'd'}")))
                        .join()))
                .isEqualTo(14);
    }
}
