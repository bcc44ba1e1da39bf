package io.counterpoint.e2e.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import io.counterpoint.e2e.deployment.Fields;
import io.counterpoint.e2e.deployment.Target;
import io.counterpoint.e2e.deployment.TargetTest;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * What the tests about numbers share. Documents have {@code home: 1} and collections are spread by that field, which
 * keeps them together on one shard.
 */
abstract class SequenceTest extends TargetTest {
    static final int DUPLICATE_KEY = 11000;

    final MongoCollection<Document> counters;

    SequenceTest(Target target) {
        super(target);
        counters = client.getDatabase("admin").getCollection("counters");
    }

    /** Creates the collection {@code things} with the option. */
    void create(Object autoincrement) {
        create("things", autoincrement);
    }

    void create(String name, Object autoincrement) {
        Document command = new Document("create", name).append("autoincrement", autoincrement);
        if (target.routed()) {
            command.append("shardKey", new Document("home", "hashed"));
        }
        database.runCommand(command);
    }

    /** Creates a collection without the option, kept together as well. */
    void createPlain(String name) {
        Document command = new Document("create", name);
        if (target.routed()) {
            command.append("shardKey", new Document("home", "hashed"));
        }
        database.runCommand(command);
    }

    static Document document(int n) {
        return new Document("home", 1).append("n", n);
    }

    static Document document(int n, String field, @Nullable Object value) {
        return document(n).append(field, value);
    }

    static Bson byN(int n) {
        return Filters.and(Filters.eq("home", 1), Filters.eq("n", n));
    }

    /** Inserts documents numbered by {@code n}, each with an insert of its own. */
    void insert(int... numbers) {
        for (int n : numbers) {
            things.insertOne(document(n));
        }
    }

    /** A field of the document with this {@code n}; fails when there is no such document. */
    @Nullable
    Object value(int n, String field) {
        Document found = things.find(byN(n)).first();
        assertThat(found).as("document with n %s", n).isNotNull();
        return found.get(field);
    }

    @Nullable
    Object id(int n) {
        return value(n, "id");
    }

    /** The numbers of all documents of {@code things}, ascending. */
    List<Object> ids() {
        List<Object> ids = new ArrayList<>();
        things.find()
                .projection(Projections.include("id"))
                .sort(Sorts.ascending("id"))
                .forEach(found -> ids.add(found.get("id")));
        return ids;
    }

    @Nullable
    Document row(String collection, String field) {
        return counters.find(Filters.eq("_id", namespace(collection) + "." + field))
                .first();
    }

    long last() {
        return last("things", "id");
    }

    long last(String collection, String field) {
        Document row = row(collection, field);
        assertThat(row).as("counter row of %s.%s", collection, field).isNotNull();
        return Fields.number(row, "last");
    }

    void setLast(Object last) {
        assertThat(counters.updateOne(
                                Filters.eq("_id", namespace("things") + ".id"),
                                new Document("$set", new Document("last", last)))
                        .getMatchedCount())
                .isEqualTo(1);
    }
}
