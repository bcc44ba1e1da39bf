package io.counterpoint.e2e.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.client.result.UpdateResult;
import io.counterpoint.e2e.deployment.OnEveryTarget;
import io.counterpoint.e2e.deployment.Target;
import io.counterpoint.e2e.deployment.TargetTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.bson.types.Code;
import org.bson.types.Decimal128;
import org.bson.types.MaxKey;
import org.bson.types.MinKey;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

@OnEveryTarget
final class CrudTest extends TargetTest {
    CrudTest(Target target) {
        super(target);
    }

    private static Document document(int id, int value) {
        return new Document("_id", id).append("v", value);
    }

    private void insertNumbered(int count) {
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            documents.add(document(i, i % 10));
        }
        things.insertMany(documents);
    }

    @Test
    void everyTypeComesBackAsItWasSent() {
        Document all = new Document("_id", new ObjectId())
                .append("double", 1.5)
                .append("string", "grün \u0000 €")
                .append("document", new Document("b", 1).append("a", 2))
                .append("array", List.of(1, "x", List.of()))
                .append("binary", new BsonBinary((byte) 4, new byte[16]))
                .append("boolean", true)
                .append("date", new BsonDateTime(-1))
                .append("null", null)
                .append("regex", Pattern.compile("^a", Pattern.CASE_INSENSITIVE))
                .append("code", new Code("x"))
                .append("int", Integer.MIN_VALUE)
                .append("timestamp", new BsonTimestamp(5, 6))
                .append("long", Long.MAX_VALUE)
                .append("decimal", Decimal128.parse("1.10"))
                .append("min", new MinKey())
                .append("max", new MaxKey());

        things.insertOne(all);

        Document found = things.find().first();
        assertThat(found).isNotNull();
        assertThat(found.toBsonDocument()).isEqualTo(all.toBsonDocument());
        assertThat(List.copyOf(found.keySet())).isEqualTo(List.copyOf(all.keySet()));
    }

    @Test
    void insertPutsTheIdFirst() {
        things.insertOne(new Document("a", 1).append("_id", "x"));

        assertThat(things.find().first()).isNotNull();
        assertThat(List.copyOf(things.find().first().keySet())).containsExactly("_id", "a");
    }

    @Test
    void filtersSelect() {
        insertNumbered(100);

        assertThat(things.find(Filters.eq("_id", 7)).first()).isEqualTo(document(7, 7));
        assertThat(things.countDocuments(Filters.gte("v", 7))).isEqualTo(30);
        assertThat(things.countDocuments(Filters.in("_id", 3, 4, 1000))).isEqualTo(2);
        assertThat(things.countDocuments(
                        Filters.or(Filters.eq("v", 1), Filters.and(Filters.lt("_id", 10), Filters.ne("v", 2)))))
                .isEqualTo(18);
        assertThat(things.countDocuments(Filters.exists("w"))).isZero();
        assertThat(things.estimatedDocumentCount()).isEqualTo(100);
    }

    @Test
    void sortSkipAndLimitHoldOverAllDocuments() {
        insertNumbered(100);

        List<Integer> ids = new ArrayList<>();
        things.find()
                .sort(Sorts.orderBy(Sorts.descending("v"), Sorts.ascending("_id")))
                .skip(5)
                .limit(10)
                .forEach(found -> ids.add(found.getInteger("_id")));

        assertThat(ids).containsExactly(59, 69, 79, 89, 99, 8, 18, 28, 38, 48);
    }

    @Test
    void projectionLeavesOutWhatIsNotAskedFor() {
        things.insertOne(new Document("_id", 1)
                .append("a", new Document("b", 1).append("c", 2))
                .append("d", 3));

        assertThat(things.find().projection(Projections.include("a.b")).first())
                .isEqualTo(new Document("_id", 1).append("a", new Document("b", 1)));
        assertThat(things.find().projection(Projections.exclude("_id", "a")).first())
                .isEqualTo(new Document("d", 3));
    }

    @Test
    void updateOneChangesOneDocumentAndCountsIt() {
        insertNumbered(20);

        UpdateResult byId = things.updateOne(Filters.eq("_id", 4), Updates.inc("v", 100));
        UpdateResult byOther = things.updateOne(Filters.eq("v", 5), Updates.set("seen", true));
        UpdateResult same = things.updateOne(Filters.eq("_id", 4), Updates.set("v", 104));

        assertThat(byId.getModifiedCount()).isEqualTo(1);
        assertThat(byOther.getMatchedCount()).isEqualTo(1);
        assertThat(same.getMatchedCount()).isEqualTo(1);
        assertThat(same.getModifiedCount()).isZero();
        assertThat(things.countDocuments(Filters.eq("seen", true))).isEqualTo(1);
        assertThat(things.find(Filters.eq("_id", 4)).first()).isEqualTo(document(4, 104));
    }

    @Test
    void updateManyReachesEveryShard() {
        insertNumbered(100);

        UpdateResult result = things.updateMany(Filters.lt("v", 3), Updates.push("tags", "low"));

        assertThat(result.getMatchedCount()).isEqualTo(30);
        assertThat(result.getModifiedCount()).isEqualTo(30);
        assertThat(things.countDocuments(Filters.eq("tags", "low"))).isEqualTo(30);
    }

    @Test
    void replaceKeepsTheId() {
        things.insertOne(document(1, 1));

        things.replaceOne(Filters.eq("_id", 1), new Document("w", 2));

        assertThat(things.find().first()).isEqualTo(new Document("_id", 1).append("w", 2));
    }

    @Test
    void upsertInsertsOnceAndThenMatches() {
        UpdateResult first =
                things.updateOne(Filters.eq("_id", "k"), Updates.inc("v", 1), new UpdateOptions().upsert(true));
        UpdateResult second =
                things.updateOne(Filters.eq("_id", "k"), Updates.inc("v", 1), new UpdateOptions().upsert(true));
        UpdateResult replaced =
                things.replaceOne(Filters.eq("_id", "r"), new Document("v", 9), new ReplaceOptions().upsert(true));

        assertThat(first.getUpsertedId()).isNotNull();
        assertThat(first.getUpsertedId().asString().getValue()).isEqualTo("k");
        assertThat(second.getUpsertedId()).isNull();
        assertThat(second.getModifiedCount()).isEqualTo(1);
        assertThat(replaced.getUpsertedId()).isNotNull();
        assertThat(things.find(Filters.eq("_id", "k")).first()).isEqualTo(new Document("_id", "k").append("v", 2));
    }

    @Test
    void upsertWithoutAnIdMakesOne() {
        UpdateResult result =
                things.updateOne(Filters.eq("name", "a"), Updates.set("v", 1), new UpdateOptions().upsert(true));

        assertThat(result.getUpsertedId()).isNotNull();
        assertThat(result.getUpsertedId().isObjectId()).isTrue();
        Document found = things.find(Filters.eq("name", "a")).first();
        assertThat(found).isNotNull();
        assertThat(found.getObjectId("_id"))
                .isEqualTo(result.getUpsertedId().asObjectId().getValue());
    }

    @Test
    void deleteCounts() {
        insertNumbered(50);

        assertThat(things.deleteOne(Filters.eq("_id", 3)).getDeletedCount()).isEqualTo(1);
        assertThat(things.deleteOne(Filters.eq("v", 4)).getDeletedCount()).isEqualTo(1);
        assertThat(things.deleteMany(Filters.eq("v", 4)).getDeletedCount()).isEqualTo(4);
        assertThat(things.deleteMany(Filters.eq("_id", 3)).getDeletedCount()).isZero();
        assertThat(things.countDocuments()).isEqualTo(44);
    }

    @Test
    void findAndModifyGivesTheDocumentBeforeOrAfter() {
        things.insertOne(document(1, 1));

        Document before = things.findOneAndUpdate(Filters.eq("_id", 1), Updates.inc("v", 1));
        Document after = things.findOneAndUpdate(
                Filters.eq("_id", 1),
                Updates.inc("v", 1),
                new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER));
        Document none = things.findOneAndUpdate(Filters.eq("_id", 2), Updates.inc("v", 1));
        Document upserted = things.findOneAndUpdate(
                Filters.eq("_id", 3),
                Updates.inc("v", 1),
                new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.AFTER));
        Document deleted = things.findOneAndDelete(Filters.eq("_id", 1));

        assertThat(before).isEqualTo(document(1, 1));
        assertThat(after).isEqualTo(document(1, 3));
        assertThat(none).isNull();
        assertThat(upserted).isEqualTo(document(3, 1));
        assertThat(deleted).isEqualTo(document(1, 3));
        assertThat(things.countDocuments()).isEqualTo(1);
    }

    @Test
    void bulkWriteDoesItsModelsInOrder() {
        var result = things.bulkWrite(List.of(
                new InsertOneModel<>(document(1, 1)),
                new UpdateOneModel<>(Filters.eq("_id", 1), Updates.inc("v", 1)),
                new InsertOneModel<>(document(2, 2)),
                new UpdateManyModel<>(Filters.gt("v", 1), Updates.inc("v", 10)),
                new ReplaceOneModel<>(Filters.eq("_id", 2), new Document("v", 0)),
                new DeleteOneModel<>(Filters.eq("_id", 2))));

        assertThat(result.getInsertedCount()).isEqualTo(2);
        assertThat(result.getModifiedCount()).isEqualTo(4);
        assertThat(result.getDeletedCount()).isEqualTo(1);
        assertThat(things.find().into(new ArrayList<>())).containsExactly(document(1, 12));
    }

    @Test
    void unorderedBulkWriteGoesOnAfterAnError() {
        things.insertOne(document(5, 5));
        List<InsertOneModel<Document>> models = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            models.add(new InsertOneModel<>(document(i, i)));
        }

        assertThatThrownBy(() -> things.bulkWrite(models, new BulkWriteOptions().ordered(false)))
                .isInstanceOf(MongoBulkWriteException.class);

        assertThat(things.countDocuments()).isEqualTo(10);
    }

    @Test
    void distinctGivesEachValueOnce() {
        insertNumbered(100);
        things.insertOne(new Document("_id", 1000).append("v", List.of(1, 77)));

        Set<Integer> values = new TreeSet<>();
        things.distinct("v", Integer.class).into(values);

        assertThat(values).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 77);
        assertThat(things.distinct("v", Filters.eq("_id", 3), Integer.class).into(new ArrayList<>()))
                .containsExactly(3);
    }

    @Test
    void aggregateGroupsOverAllShards() {
        insertNumbered(100);

        List<Document> groups = things.aggregate(List.of(
                        new Document("$match", new Document("v", new Document("$lt", 3))),
                        new Document("$group", new Document("_id", "$v").append("n", new Document("$sum", 1))),
                        new Document("$sort", new Document("_id", 1))))
                .into(new ArrayList<>());

        assertThat(groups)
                .containsExactly(
                        new Document("_id", 0).append("n", 10),
                        new Document("_id", 1).append("n", 10),
                        new Document("_id", 2).append("n", 10));
    }

    @Test
    void anArrayIsMatchedByItsElements() {
        things.insertMany(List.of(
                new Document("_id", 1).append("a", List.of(1, 5)),
                new Document("_id", 2).append("a", List.of(new Document("b", 3), new Document("b", 7)))));

        assertThat(things.countDocuments(Filters.eq("a", 5))).isEqualTo(1);
        assertThat(things.countDocuments(Filters.eq("a.b", 7))).isEqualTo(1);
        assertThat(things.countDocuments(Filters.elemMatch("a", Filters.gt("b", 3))))
                .isEqualTo(1);
        assertThat(things.countDocuments(Filters.size("a", 2))).isEqualTo(2);
    }
}
