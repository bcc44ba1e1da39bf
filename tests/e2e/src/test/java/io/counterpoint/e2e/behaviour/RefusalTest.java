package io.counterpoint.e2e.behaviour;

import static io.counterpoint.e2e.deployment.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.counterpoint.e2e.deployment.OnEveryTarget;
import io.counterpoint.e2e.deployment.Target;
import io.counterpoint.e2e.deployment.TargetTest;
import java.util.List;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Numbers and texts are those of MongoDB 8.0: drivers, ODMs and people match on them. */
@OnEveryTarget
final class RefusalTest extends TargetTest {
    private static final int BAD_VALUE = 2;
    private static final int FAILED_TO_PARSE = 9;
    private static final int TYPE_MISMATCH = 14;
    private static final int CONFLICTING_UPDATE_OPERATORS = 40;
    private static final int COMMAND_NOT_FOUND = 59;
    private static final int IMMUTABLE_FIELD = 66;
    private static final int INVALID_NAMESPACE = 73;
    private static final int UNKNOWN_FIELD = 40415;
    private static final int DUPLICATE_KEY = 11000;

    RefusalTest(Target target) {
        super(target);
    }

    @Test
    void anUnknownCommand() {
        assertRefused(
                COMMAND_NOT_FOUND,
                "no such command: 'levitate'",
                () -> database.runCommand(new Document("levitate", 1)));
    }

    @Test
    void anUnknownFieldOfAKnownCommand() {
        assertRefused(
                UNKNOWN_FIELD,
                "BSON field 'find.colour' is an unknown field.",
                () -> database.runCommand(new Document("find", "things").append("colour", 1)));
    }

    @Test
    void aDuplicateKeyNamesIndexKeyAndValue() {
        things.insertOne(new Document("_id", 1));

        MongoWriteException refusal = Assertions.catchThrowableOfType(
                MongoWriteException.class, () -> things.insertOne(new Document("_id", 1)));

        assertThat(refusal.getError().getCode()).isEqualTo(DUPLICATE_KEY);
        assertThat(refusal.getError().getMessage())
                .isEqualTo("E11000 duplicate key error collection: " + namespace("things")
                        + " index: _id_ dup key: { _id: 1 }");
    }

    @Test
    void aDuplicateKeyCarriesPatternAndValue() {
        things.insertOne(new Document("_id", 1));

        Document reply = database.runCommand(
                new Document("insert", "things").append("documents", List.of(new Document("_id", 1))));

        Document error = reply.getList("writeErrors", Document.class).get(0);
        assertThat(error.getInteger("index")).isZero();
        assertThat(error.get("keyPattern")).isEqualTo(new Document("_id", 1));
        assertThat(error.get("keyValue")).isEqualTo(new Document("_id", 1));
        assertThat(reply.getInteger("n")).isZero();
    }

    @Test
    void anOrderedBatchReportsWhereItStopped() {
        MongoBulkWriteException refusal = Assertions.catchThrowableOfType(
                MongoBulkWriteException.class,
                () -> things.insertMany(List.of(
                        new Document("_id", 1),
                        new Document("_id", 2),
                        new Document("_id", 2),
                        new Document("_id", 3))));

        assertThat(refusal.getWriteErrors()).hasSize(1);
        assertThat(refusal.getWriteErrors().get(0).getIndex()).isEqualTo(2);
        assertThat(refusal.getWriteResult().getInsertedCount()).isEqualTo(2);
        assertThat(things.countDocuments()).isEqualTo(2);
    }

    @Test
    void anUnknownFilterOperator() {
        assertRefused(
                BAD_VALUE,
                "unknown operator: $near_enough",
                () -> things.find(new Document("a", new Document("$near_enough", 1)))
                        .first());
        assertRefused(
                BAD_VALUE,
                "unknown top level operator: $levitate",
                () -> things.find(new Document("$levitate", 1)).first());
    }

    @Test
    void anUnknownUpdateOperator() {
        things.insertOne(new Document("_id", 1));

        assertRefused(
                FAILED_TO_PARSE,
                "Unknown modifier: $levitate",
                () -> things.updateOne(Filters.eq("_id", 1), new Document("$levitate", new Document("a", 1))));
    }

    @Test
    void updatesOfOnePathTwice() {
        things.insertOne(new Document("_id", 1));

        assertRefused(
                CONFLICTING_UPDATE_OPERATORS,
                "Updating the path 'a' would create a conflict at 'a'",
                () -> things.updateOne(
                        Filters.eq("_id", 1), Updates.combine(Updates.set("a", 1), Updates.inc("a", 1))));
    }

    @Test
    void anIncrementOfText() {
        things.insertOne(new Document("_id", 1).append("a", "x"));

        assertRefused(
                TYPE_MISMATCH,
                "Cannot apply $inc to a value of non-numeric type. {_id: 1} has the field 'a' of non-numeric type string",
                () -> things.updateOne(Filters.eq("_id", 1), Updates.inc("a", 1)));
        assertThat(things.find().first()).isEqualTo(new Document("_id", 1).append("a", "x"));
    }

    @Test
    void aChangeOfTheId() {
        things.insertOne(new Document("_id", 1));

        assertRefused(IMMUTABLE_FIELD, "_id", () -> things.updateOne(Filters.eq("_id", 1), Updates.set("_id", 2)));
        assertThat(things.find().first()).isEqualTo(new Document("_id", 1));
    }

    @Test
    void anImpossibleNamespace() {
        assertRefused(
                INVALID_NAMESPACE,
                () -> database.runCommand(
                        new Document("insert", "").append("documents", List.of(new Document("_id", 1)))));
        assertRefused(INVALID_NAMESPACE, () -> database.runCommand(new Document("create", "a$b")));
    }

    @Test
    void aFieldOfTheWrongType() {
        assertRefused(
                TYPE_MISMATCH,
                "BSON field 'find.filter' is the wrong type 'string', expected type 'object'",
                () -> database.runCommand(new Document("find", "things").append("filter", "all")));
    }

    @Test
    void aMissingField() {
        assertRefused(
                40414,
                "BSON field 'insert.documents' is missing but a required field",
                () -> database.runCommand(new Document("insert", "things")));
    }

    @Test
    void anIdThatMayNotBeOne() {
        Document array = database.runCommand(
                new Document("insert", "things").append("documents", List.of(new Document("_id", List.of(1)))));
        Document regex = database.runCommand(new Document("insert", "things")
                .append("documents", List.of(new Document("_id", Pattern.compile("a")))));

        assertThat(array.getList("writeErrors", Document.class).get(0).getInteger("code"))
                .isEqualTo(53);
        assertThat(regex.getList("writeErrors", Document.class).get(0).getInteger("code"))
                .isEqualTo(53);
        assertThat(things.countDocuments()).isZero();
    }

    @Test
    void aReplyOfARefusalHasCodeNameAndText() {
        BsonDocument error = Assertions.catchThrowableOfType(
                        MongoCommandException.class, () -> database.runCommand(new Document("levitate", 1)))
                .getResponse();

        assertThat(error.getDouble("ok").getValue()).isZero();
        assertThat(error.getString("codeName").getValue()).isEqualTo("CommandNotFound");
    }
}
