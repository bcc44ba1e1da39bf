package io.counterpoint.e2e.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import io.counterpoint.e2e.deployment.OnEveryTarget;
import io.counterpoint.e2e.deployment.Target;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;

/** Section 1.3 of the contract: the row is an ordinary document, and the next insert obeys it. */
@OnEveryTarget
final class CounterRowTest extends SequenceTest {
    CounterRowTest(Target target) {
        super(target);
    }

    private Bson rowFilter() {
        return Filters.eq("_id", namespace("things") + ".id");
    }

    @Test
    void theNextInsertObeysAnUpdateAtOnce() {
        create("id");
        insert(1);

        assertThat(counters.updateOne(rowFilter(), Updates.set("last", 10)).getModifiedCount())
                .isEqualTo(1);
        insert(2);
        assertThat(id(2)).isEqualTo(11);

        counters.updateOne(rowFilter(), Updates.inc("last", 5));
        insert(3);
        assertThat(id(3)).isEqualTo(17);
    }

    @Test
    void aDoubleIsTakenAsTheNumberItIs() {
        create("id");

        setLast(20.0);
        insert(1);

        assertThat(id(1)).isEqualTo(21);
    }

    @Test
    void findAndModifyWorksOnTheRow() {
        create("id");

        Document after = counters.findOneAndUpdate(
                rowFilter(),
                Updates.set("last", 30),
                new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER));

        assertThat(after).isNotNull();
        assertThat(after.get("last")).isEqualTo(30);
        insert(1);
        assertThat(id(1)).isEqualTo(31);
    }

    @Test
    void theRowCanBeDeletedAndPutBack() {
        create("id");
        insert(1, 2);

        assertThat(counters.deleteOne(rowFilter()).getDeletedCount()).isEqualTo(1);
        assertThat(row("things", "id")).isNull();
        counters.insertOne(new Document("_id", namespace("things") + ".id")
                .append("collection", namespace("things"))
                .append("field", "id")
                .append("last", 70));

        insert(3);
        assertThat(id(3)).isEqualTo(71);
    }

    @Test
    void theRowCanBeReplaced() {
        create("id");

        counters.replaceOne(
                rowFilter(),
                new Document("collection", namespace("things"))
                        .append("field", "id")
                        .append("last", 5)
                        .append("note", "by hand"));
        insert(1);

        assertThat(id(1)).isEqualTo(6);
        assertThat(row("things", "id")).containsEntry("note", "by hand");
    }

    @Test
    void theRowCanBeAggregatedAndCounted() {
        create(List.of("id", "ticket"));
        insert(1, 2);
        Bson ours = Filters.eq("collection", namespace("things"));

        assertThat(counters.countDocuments(ours)).isEqualTo(2);
        assertThat(counters.distinct("field", ours, String.class).into(new ArrayList<>()))
                .containsExactlyInAnyOrder("id", "ticket");
        List<Document> sum = counters.aggregate(List.of(
                        Aggregates.match(ours),
                        new Document("$group", new Document("_id", null).append("sum", new Document("$sum", "$last")))))
                .into(new ArrayList<>());
        assertThat(sum).containsExactly(new Document("_id", null).append("sum", 4));
    }

    @Test
    void otherDocumentsMayStandBesideTheRows() {
        String id = namespace("of an application");
        counters.updateOne(Filters.eq("_id", id), Updates.inc("seq", 1), new UpdateOptions().upsert(true));

        assertThat(counters.find(Filters.eq("_id", id)).first()).isEqualTo(new Document("_id", id).append("seq", 1));
        assertThat(counters.deleteOne(Filters.eq("_id", id)).getDeletedCount()).isEqualTo(1);
        assertThat(counters.find(Filters.eq("_id", id)).first()).isNull();
    }
}
