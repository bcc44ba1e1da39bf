package io.counterpoint.e2e.behaviour;

import static io.counterpoint.e2e.deployment.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.InsertOneOptions;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.UpdateOptions;
import io.counterpoint.e2e.deployment.OnEveryTarget;
import io.counterpoint.e2e.deployment.Target;
import io.counterpoint.e2e.deployment.TargetTest;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;
import org.junit.jupiter.api.Test;

@OnEveryTarget
final class DocumentValidationTest extends TargetTest {
    private static final int BAD_VALUE = 2;
    private static final int INVALID_OPTIONS = 72;
    private static final int DOCUMENT_VALIDATION_FAILURE = 121;

    DocumentValidationTest(Target target) {
        super(target);
    }

    private void create(String options) {
        Document command = new Document("create", "things");
        command.putAll(Document.parse(options));
        database.runCommand(command);
    }

    private Document options() {
        Document listed = database.listCollections()
                .filter(new Document("name", "things"))
                .first();
        assertThat(listed).isNotNull();
        return listed.get("options", Document.class);
    }

    private static Document one(int id, Object a) {
        return new Document("_id", id).append("a", a);
    }

    @Test
    void optionsAreListedAndChanged() {
        create("{validator: {a: {$gt: 5}}, validationLevel: 'strict'}");
        assertThat(options()).isEqualTo(Document.parse("{validator: {a: {$gt: 5}}, validationLevel: 'strict'}"));

        database.runCommand(Document.parse("{collMod: 'things', validator: {a: 1}, validationAction: 'error'}"));
        assertThat(options())
                .isEqualTo(Document.parse("{validator: {a: 1}, validationLevel: 'strict', validationAction: 'error'}"));
        things.insertOne(one(1, 1));
        assertRefused(DOCUMENT_VALIDATION_FAILURE, () -> things.insertOne(one(2, 7)));

        database.runCommand(Document.parse("{collMod: 'things', validationLevel: 'off'}"));
        things.insertOne(one(2, 7));
    }

    @Test
    void wrongOptionsAreRefusedAndMakeNothing() {
        assertRefused(BAD_VALUE, () -> create("{validationAction: 'shout'}"));
        assertRefused(BAD_VALUE, () -> create("{validator: {$where: '1'}}"));
        assertRefused(BAD_VALUE, () -> create("{validator: {a: {$near: [0, 0]}}}"));
        assertRefused(
                INVALID_OPTIONS,
                () -> client.getDatabase("admin")
                        .runCommand(Document.parse("{create: 'validated', validator: {a: 1}}")));
        assertThat(database.listCollectionNames().first()).isNull();
    }

    @Test
    void insertsTellWhatTheyViolate() {
        create("{validator: {$jsonSchema: {required: ['a'], properties: {a: {bsonType: 'int'}}}}}");

        assertThatThrownBy(() -> things.insertOne(one(1, "x")))
                .isInstanceOfSatisfying(MongoWriteException.class, refused -> {
                    assertThat(refused.getError().getCode()).isEqualTo(DOCUMENT_VALIDATION_FAILURE);
                    assertThat(refused.getError().getMessage()).isEqualTo("Document failed validation");
                    BsonDocument details = refused.getError().getDetails();
                    assertThat(details.get("failingDocumentId")).isEqualTo(new BsonInt32(1));
                    assertThat(details.getDocument("details")
                                    .getString("operatorName")
                                    .getValue())
                            .isEqualTo("$jsonSchema");
                });
        List<Document> documents = List.of(one(1, 1), one(2, "x"), one(3, 3));
        assertThatThrownBy(() -> things.insertMany(documents)).isInstanceOf(MongoBulkWriteException.class);
        assertThat(things.countDocuments()).isEqualTo(1);
        things.drop();
        create("{validator: {a: {$type: 'int'}}}");
        assertThatThrownBy(() -> things.insertMany(documents, new InsertManyOptions().ordered(false)))
                .isInstanceOf(MongoBulkWriteException.class);
        assertThat(things.countDocuments()).isEqualTo(2);
        things.insertOne(one(2, "x"), new InsertOneOptions().bypassDocumentValidation(true));
    }

    @Test
    void changesAreLookedAt() {
        create("{validator: {a: {$lt: 5}}}");
        things.insertOne(one(1, 1));
        Document raise = Document.parse("{$set: {a: 9}}");
        Document first = new Document("_id", 1);

        assertRefused(DOCUMENT_VALIDATION_FAILURE, () -> things.updateOne(first, raise));
        assertRefused(DOCUMENT_VALIDATION_FAILURE, () -> things.replaceOne(first, one(1, 9)));
        assertRefused(
                DOCUMENT_VALIDATION_FAILURE,
                () -> things.replaceOne(new Document("_id", 2), one(2, 9), new ReplaceOptions().upsert(true)));
        assertThatThrownBy(() -> things.findOneAndUpdate(first, raise))
                .isInstanceOfSatisfying(MongoCommandException.class, refused -> {
                    assertThat(refused.getCode()).isEqualTo(DOCUMENT_VALIDATION_FAILURE);
                    assertThat(refused.getResponse().containsKey("errInfo")).isTrue();
                });
        assertThat(things.find().first()).isEqualTo(one(1, 1));
        things.updateOne(first, raise, new UpdateOptions().bypassDocumentValidation(true));
        assertThat(things.find().first()).isEqualTo(one(1, 9));
        assertRefused(DOCUMENT_VALIDATION_FAILURE, () -> things.updateOne(first, Document.parse("{$set: {b: 1}}")));
        database.runCommand(Document.parse("{collMod: 'things', validationLevel: 'moderate'}"));
        things.updateOne(first, Document.parse("{$set: {b: 1}}"));
        assertRefused(DOCUMENT_VALIDATION_FAILURE, () -> things.insertOne(one(3, 9)));
        database.runCommand(Document.parse("{collMod: 'things', validationAction: 'warn'}"));
        things.insertOne(one(3, 9));
    }

    @Test
    void bulkWriteAndPipelinesAreLookedAt() {
        create("{validator: {a: {$lt: 5}}}");
        Document bulk = new Document("bulkWrite", 1)
                .append("ops", List.of(new Document("insert", 0).append("document", one(1, 9))))
                .append("nsInfo", List.of(new Document("ns", namespace("things"))));

        Document refused = client.getDatabase("admin").runCommand(bulk);
        assertThat(refused.get("nErrors")).isEqualTo(1);
        bulk.append("bypassDocumentValidation", true);
        assertThat(client.getDatabase("admin").runCommand(bulk).get("nErrors")).isEqualTo(0);

        database.getCollection("source").insertOne(one(2, 9));
        for (String stage : List.of("{$merge: {into: 'things'}}", "{$out: 'things'}")) {
            List<Document> pipeline = List.of(Document.parse(stage));
            assertRefused(
                    DOCUMENT_VALIDATION_FAILURE,
                    () -> database.getCollection("source").aggregate(pipeline).toCollection());
            database.getCollection("source")
                    .aggregate(pipeline)
                    .bypassDocumentValidation(true)
                    .toCollection();
        }
        assertThat(things.countDocuments()).isEqualTo(1);
    }
}
