package io.counterpoint.query.aggregate;

import io.counterpoint.testkit.seed.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Random documents and pipelines over them that cannot fail, with what is known about the order of the results. One
 * thread.
 */
final class RandomPipelines {
    private static final List<String> FIELDS = List.of("a", "b", "c");

    private final SeededRandom random;
    private final List<BsonDocument> stages = new ArrayList<>();

    /**
     * Whether {@code _id} is there and no two documents share it, so that a sort that ends with it leaves nothing to
     * chance.
     */
    private boolean uniqueIds = true;

    private boolean ordered;

    RandomPipelines(SeededRandom random) {
        this.random = random;
    }

    /**
     * Documents with {@code _id}, small numbers in {@code a}, {@code b}, {@code c}, and an array {@code t}; fields may
     * be missing or null.
     */
    List<BsonDocument> documents() {
        List<BsonDocument> documents = new ArrayList<>();
        int count = random.between(0, 40);
        for (int i = 0; i < count; i++) {
            BsonDocument document = new BsonDocument("_id", new BsonInt32(i));
            for (String field : FIELDS) {
                if (!random.oneIn(6)) {
                    document.put(field, random.oneIn(8) ? BsonNull.VALUE : number(5));
                }
            }
            if (random.nextBoolean()) {
                BsonArray array = new BsonArray();
                for (int j = random.between(0, 3); j > 0; j--) {
                    array.add(number(4));
                }
                document.put("t", array);
            }
            documents.add(document);
        }
        return documents;
    }

    /** Up to six stages. */
    List<BsonDocument> pipeline() {
        for (int i = random.between(0, 6); i > 0; i--) {
            addStage();
        }
        return stages;
    }

    /** Whether the order of the results is fixed. */
    boolean isOrdered() {
        return ordered;
    }

    private void addStage() {
        switch (random.nextInt(14)) {
            case 0, 1 -> match();
            case 2 -> add("$project", doc(field(), new BsonInt32(1)).append(field(), new BsonInt32(1)));
            case 3 -> add("$addFields", doc("a", doc("$add", array(text("$b"), number(3)))));
            case 4 -> unwind();
            case 5, 6 -> sort();
            case 7, 8 -> limit();
            case 9, 10 -> group();
            case 11 -> add("$unset", text(field()));
            case 12 -> add("$replaceWith", doc("_id", text("$_id")).append("b", text("$" + field())));
            default -> last();
        }
    }

    private void match() {
        add("$match", doc(field(), doc(random.pick(List.of("$gt", "$lte", "$eq", "$ne")), number(5))));
    }

    private void unwind() {
        add("$unwind", doc("path", text("$t")).append("preserveNullAndEmptyArrays", bool(random.nextBoolean())));
        uniqueIds = false;
        ordered = false;
    }

    private void sort() {
        BsonDocument order = new BsonDocument();
        if (random.nextBoolean()) {
            order.put(field(), direction());
        }
        order.put("_id", direction());
        add("$sort", order);
        ordered = uniqueIds;
    }

    /** What is left of documents in no order is left to chance. */
    private void limit() {
        if (!ordered) {
            sort();
        }
        if (ordered) {
            if (random.nextBoolean()) {
                add("$skip", number(8));
            }
            add("$limit", new BsonInt32(random.between(1, 20)));
        }
    }

    private void group() {
        add(
                "$group",
                doc("_id", random.oneIn(4) ? BsonNull.VALUE : text("$" + field()))
                        .append("a", doc("$sum", text("$" + field())))
                        .append("b", doc(random.pick(List.of("$min", "$max")), text("$" + field())))
                        .append("c", doc("$sum", new BsonInt32(1)))
                        .append("m", doc("$avg", text("$" + field()))));
        uniqueIds = true;
        ordered = false;
    }

    private void last() {
        switch (random.nextInt(4)) {
            case 0 -> add("$count", text("a"));
            case 1 -> add("$sortByCount", text("$" + field()));
            case 2 ->
                add(
                        "$bucketAuto",
                        doc("groupBy", text("$" + field())).append("buckets", new BsonInt32(random.between(1, 4))));
            default -> add("$facet", doc("n", array(doc("$count", text("n")))));
        }
        uniqueIds = false;
        ordered = false;
    }

    private void add(String stage, BsonValue argument) {
        stages.add(doc(stage, argument));
    }

    private String field() {
        return random.pick(FIELDS);
    }

    private BsonInt32 number(int bound) {
        return new BsonInt32(random.nextInt(bound));
    }

    private BsonInt32 direction() {
        return new BsonInt32(random.nextBoolean() ? 1 : -1);
    }

    private static BsonValue bool(boolean value) {
        return BsonBoolean.valueOf(value);
    }

    private static BsonString text(String value) {
        return new BsonString(value);
    }

    private static BsonArray array(BsonValue... values) {
        return new BsonArray(List.of(values));
    }

    private static BsonDocument doc(String name, BsonValue value) {
        return new BsonDocument(name, value);
    }
}
