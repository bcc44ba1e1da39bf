package io.counterpoint.e2e.behaviour;

import static io.counterpoint.e2e.deployment.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import io.counterpoint.e2e.deployment.OnEveryTarget;
import io.counterpoint.e2e.deployment.Target;
import io.counterpoint.e2e.deployment.TargetTest;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnEveryTarget
final class CursorTest extends TargetTest {
    private static final int COUNT = 1_000;
    private static final int CURSOR_NOT_FOUND = 43;

    CursorTest(Target target) {
        super(target);
    }

    @BeforeEach
    void insertDocuments() {
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            documents.add(new Document("_id", i).append("v", (i * 7919) % COUNT));
        }
        things.insertMany(documents);
    }

    @Test
    void batchesTogetherGiveEachDocumentOnce() {
        List<Integer> ids = new ArrayList<>();
        things.find().batchSize(37).forEach(found -> ids.add(found.getInteger("_id")));

        assertThat(ids).hasSize(COUNT).doesNotHaveDuplicates();
    }

    @Test
    void batchesKeepTheSortOrder() {
        List<Integer> values = new ArrayList<>();
        things.find().sort(Sorts.descending("v")).batchSize(50).forEach(found -> values.add(found.getInteger("v")));

        assertThat(values).hasSize(COUNT).isSortedAccordingTo((left, right) -> right - left);
    }

    @Test
    void limitReachesOverBatches() {
        assertThat(things.find().batchSize(10).limit(25).into(new ArrayList<>()))
                .hasSize(25);
        assertThat(things.find().skip(990).limit(25).into(new ArrayList<>())).hasSize(10);
    }

    @Test
    void theFirstBatchHas101Documents() {
        Document cursor = database.runCommand(new Document("find", "things")).get("cursor", Document.class);

        assertThat(cursor.getList("firstBatch", Document.class)).hasSize(101);
        assertThat(cursor.getLong("id")).isNotZero();
        assertThat(cursor.getString("ns")).isEqualTo(namespace("things"));
        database.runCommand(new Document("killCursors", "things").append("cursors", List.of(cursor.getLong("id"))));
    }

    @Test
    void anEmptyFirstBatchIsAllowed() {
        Document cursor = database.runCommand(new Document("find", "things").append("batchSize", 0))
                .get("cursor", Document.class);

        assertThat(cursor.getList("firstBatch", Document.class)).isEmpty();
        Document more = database.runCommand(new Document("getMore", cursor.getLong("id"))
                .append("collection", "things")
                .append("batchSize", COUNT + 1));
        Document next = more.get("cursor", Document.class);
        assertThat(next.getList("nextBatch", Document.class)).hasSize(COUNT);
        assertThat(next.getLong("id")).isZero();
    }

    @Test
    void singleBatchLeavesNoCursor() {
        Document cursor = database.runCommand(
                        new Document("find", "things").append("batchSize", 5).append("singleBatch", true))
                .get("cursor", Document.class);

        assertThat(cursor.getList("firstBatch", Document.class)).hasSize(5);
        assertThat(cursor.getLong("id")).isZero();
    }

    @Test
    void aKilledCursorIsGone() {
        Document cursor = database.runCommand(new Document("find", "things").append("batchSize", 2))
                .get("cursor", Document.class);
        long id = cursor.getLong("id");

        Document killed =
                database.runCommand(new Document("killCursors", "things").append("cursors", List.of(id, 12345L)));

        assertThat(killed.getList("cursorsKilled", Long.class)).containsExactly(id);
        assertThat(killed.getList("cursorsNotFound", Long.class)).containsExactly(12345L);
        assertRefused(
                CURSOR_NOT_FOUND,
                "cursor id " + id + " not found",
                () -> database.runCommand(new Document("getMore", id).append("collection", "things")));
    }

    @Test
    void aCursorSeesItsOwnMoment() {
        List<Integer> ids = new ArrayList<>();
        try (MongoCursor<Document> cursor =
                things.find(Filters.lt("_id", 500)).batchSize(10).cursor()) {
            ids.add(cursor.next().getInteger("_id"));
            things.deleteMany(Filters.gte("_id", 500));
            while (cursor.hasNext()) {
                ids.add(cursor.next().getInteger("_id"));
            }
        }

        assertThat(ids).hasSize(500).doesNotHaveDuplicates();
    }

    @Test
    void manyOpenCursorsDoNotDisturbEachOther() {
        List<MongoCursor<Document>> cursors = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            cursors.add(things.find().sort(Sorts.ascending("_id")).batchSize(3).cursor());
        }
        for (int step = 0; step < 20; step++) {
            for (MongoCursor<Document> cursor : cursors) {
                assertThat(cursor.next().getInteger("_id")).isEqualTo(step);
            }
        }
        cursors.forEach(MongoCursor::close);
    }
}
