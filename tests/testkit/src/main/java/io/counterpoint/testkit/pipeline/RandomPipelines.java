package io.counterpoint.testkit.pipeline;

import io.counterpoint.testkit.seed.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Random documents and pipelines over them that cannot fail and leave nothing to chance but, at times, the order of
 * their results. One thread; one pipeline each.
 */
public final class RandomPipelines {
    /** The collection that joins look into. */
    public static final String FOREIGN = "foreign";

    private static final List<String> FIELDS = List.of("a", "b", "c");

    private final SeededRandom random;
    private final List<BsonDocument> stages = new ArrayList<>();
    private final Map<String, Runnable> makers = new TreeMap<>();

    /**
     * Whether {@code _id} is there and no two documents share it, so that a sort that ends with it leaves nothing to
     * chance.
     */
    private boolean uniqueIds = true;

    private boolean ordered;

    /** A generator whose choices are those of a seed. */
    public RandomPipelines(SeededRandom random) {
        this.random = random;
        makers.put("$addFields", () -> add("$addFields", doc("a", doc("$add", array(text("$b"), number(3))))));
        makers.put("$bucket", this::bucket);
        makers.put("$bucketAuto", this::bucketAuto);
        makers.put("$count", () -> unordered("$count", text("a")));
        makers.put("$densify", this::densify);
        makers.put("$facet", this::facet);
        makers.put("$fill", this::fill);
        makers.put("$graphLookup", this::graphLookup);
        makers.put("$group", this::group);
        makers.put("$limit", () -> cut("$limit", random.between(1, 20)));
        makers.put("$lookup", this::lookup);
        makers.put("$match", this::match);
        makers.put(
                "$project", () -> add("$project", doc(field(), new BsonInt32(1)).append(field(), new BsonInt32(1))));
        makers.put("$redact", this::redact);
        makers.put("$replaceRoot", () -> add("$replaceRoot", doc("newRoot", smaller())));
        makers.put("$replaceWith", () -> add("$replaceWith", smaller()));
        makers.put("$sample", () -> unsorted("$sample", doc("size", new BsonInt32(10_000))));
        makers.put("$set", () -> add("$set", doc("c", doc("$ifNull", array(text("$a"), number(4))))));
        makers.put("$setWindowFields", this::setWindowFields);
        makers.put("$skip", () -> cut("$skip", random.nextInt(8)));
        makers.put("$sort", this::sort);
        makers.put("$sortByCount", () -> unordered("$sortByCount", text("$" + field())));
        makers.put("$unionWith", this::unionWith);
        makers.put("$unset", () -> add("$unset", text(field())));
        makers.put("$unwind", this::unwind);
    }

    /** The stages that pipelines are made of, sorted. */
    public List<String> stageNames() {
        return List.copyOf(makers.keySet());
    }

    /**
     * Up to 40 documents with {@code _id}, small numbers in {@code a}, {@code b}, {@code c}, an array {@code t}, the
     * {@code _id} of another one in {@code p}, and a number in {@code d} of which there are few; all but the ids and
     * {@code d} may be missing, and the small numbers null.
     */
    public List<BsonDocument> documents() {
        List<BsonDocument> documents = new ArrayList<>();
        int count = random.between(0, 40);
        int places = random.between(1, 12);
        for (int i = 0; i < count; i++) {
            BsonDocument document = new BsonDocument("_id", new BsonInt32(i)).append("d", number(places));
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
            if (random.nextBoolean()) {
                document.put("p", number(count));
            }
            documents.add(document);
        }
        return documents;
    }

    /** Up to six stages. */
    public List<BsonDocument> pipeline() {
        addStages(random.between(0, 6));
        return stages;
    }

    /** Up to five stages, one of which is of a kind. */
    public List<BsonDocument> pipelineWith(String stage) {
        addStages(random.between(0, 2));
        make(stage);
        addStages(random.between(0, 2));
        return stages;
    }

    /** Whether the order of the results is fixed. */
    public boolean isOrdered() {
        return ordered;
    }

    private void addStages(int count) {
        for (int i = count; i > 0; i--) {
            make(random.pick(stageNames()));
        }
    }

    private void make(String stage) {
        Runnable maker = makers.get(stage);
        if (maker == null) {
            throw new IllegalArgumentException("no stage of this generator: " + stage);
        }
        maker.run();
    }

    private void match() {
        add("$match", doc(field(), doc(random.pick(List.of("$gt", "$lte", "$eq", "$ne")), number(5))));
    }

    private void redact() {
        add(
                "$redact",
                doc(
                        "$cond",
                        array(doc("$gt", array(text("$" + field()), number(5))), text("$$PRUNE"), text("$$KEEP"))));
    }

    private BsonDocument smaller() {
        return doc("_id", text("$_id")).append("b", text("$" + field()));
    }

    private void unwind() {
        unordered(
                "$unwind",
                doc("path", text("$t"))
                        .append("preserveNullAndEmptyArrays", BsonBoolean.valueOf(random.nextBoolean())));
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
    private void cut(String stage, int count) {
        if (!ordered) {
            sort();
        }
        if (ordered) {
            add(stage, new BsonInt32(count));
        }
    }

    /** What is collected in the order of documents is asked for only where there is one. */
    private void group() {
        BsonDocument group = doc("_id", random.oneIn(4) ? BsonNull.VALUE : text("$" + field()))
                .append("a", doc("$sum", text("$" + field())))
                .append("b", doc(random.pick(List.of("$min", "$max")), text("$" + field())))
                .append("c", doc("$sum", new BsonInt32(1)))
                .append("m", doc("$avg", text("$" + field())))
                .append("dev", doc(random.pick(List.of("$stdDevPop", "$stdDevSamp")), text("$" + field())))
                .append("set", doc("$addToSet", text("$" + field())))
                .append(
                        "low",
                        doc(
                                random.pick(List.of("$minN", "$maxN")),
                                doc("input", text("$" + field())).append("n", new BsonInt32(2))))
                .append("mid", doc("$median", doc("input", text("$" + field())).append("method", text("approximate"))));
        if (ordered) {
            group.append("all", doc("$push", text("$" + field())))
                    .append("first", doc("$first", text("$" + field())))
                    .append("last", doc("$last", text("$" + field())));
        }
        if (uniqueIds) {
            BsonDocument order = doc(field(), direction());
            order.put("_id", new BsonInt32(1));
            group.append(
                    "top",
                    doc(
                            random.pick(List.of("$topN", "$bottomN")),
                            doc("n", new BsonInt32(2)).append("sortBy", order).append("output", text("$_id"))));
        }
        add("$group", group);
        // Neither the order of a set nor the last digits of a deviation are promised.
        add(
                "$set",
                doc("dev", doc("$round", array(text("$dev"), new BsonInt32(6))))
                        .append(
                                "set",
                                doc("$sortArray", doc("input", text("$set")).append("sortBy", new BsonInt32(1)))));
        uniqueIds = true;
        ordered = false;
    }

    private void bucket() {
        add(
                "$bucket",
                doc("groupBy", text("$" + field()))
                        .append("boundaries", array(new BsonInt32(0), new BsonInt32(2), new BsonInt32(3)))
                        .append("default", text("other"))
                        .append("output", doc("a", doc("$sum", text("$" + field())))));
        uniqueIds = true;
        ordered = true;
    }

    private void bucketAuto() {
        add(
                "$bucketAuto",
                doc("groupBy", text("$" + field()))
                        .append("buckets", new BsonInt32(random.between(1, 4)))
                        .append("output", doc("a", doc("$sum", text("$" + field())))));
        uniqueIds = true;
        ordered = true;
    }

    private void facet() {
        unordered(
                "$facet",
                doc("n", array(doc("$count", text("n"))))
                        .append(
                                "groups",
                                array(
                                        doc("$group", doc("_id", text("$" + field()))),
                                        doc("$sort", doc("_id", direction())))));
    }

    private void densify() {
        String field = field();
        String bounds = random.pick(List.of("full", "partition", "explicit"));
        BsonDocument range = doc("step", new BsonInt32(random.between(1, 2)))
                .append("bounds", bounds.equals("explicit") ? array(new BsonInt32(0), new BsonInt32(4)) : text(bounds));
        BsonDocument densify = doc("field", text(field)).append("range", range);
        if (bounds.equals("partition") || random.nextBoolean()) {
            densify.append("partitionByFields", array(text(field.equals("a") ? "b" : "a")));
        }
        // A step counts whole numbers; means and sums of other stages need not be any.
        add("$match", doc(field, doc("$not", doc("$type", array(text("double"), text("array"), text("object"))))));
        unordered("$densify", densify);
    }

    private void fill() {
        BsonDocument output = doc("a", doc("value", number(5)));
        BsonDocument fill = new BsonDocument();
        if (uniqueIds) {
            output.append("b", doc("method", text("locf")));
            fill.append("partitionBy", text("$c")).append("sortBy", doc("_id", direction()));
            ordered = true;
        }
        add("$fill", fill.append("output", output));
    }

    private void setWindowFields() {
        BsonDocument output = doc("all", doc("$sum", text("$" + field())));
        BsonDocument stage = new BsonDocument();
        if (random.nextBoolean()) {
            stage.append("partitionBy", random.nextBoolean() ? text("$" + field()) : doc("$type", text("$" + field())));
        }
        if (uniqueIds) {
            stage.append("sortBy", doc("_id", direction()));
            output.append("no", doc("$documentNumber", new BsonDocument()))
                    .append(
                            "before",
                            doc("$shift", doc("output", text("$" + field())).append("by", new BsonInt32(-1))))
                    .append("kept", doc("$locf", text("$" + field())))
                    .append(
                            "run",
                            doc(random.pick(List.of("$sum", "$min", "$push", "$last")), text("$" + field()))
                                    .append("window", doc("documents", array(new BsonInt32(-2), new BsonInt32(1)))));
            ordered = true;
        } else {
            ordered = false;
        }
        add("$setWindowFields", stage.append("output", output));
    }

    private void lookup() {
        String field = field();
        if (random.nextBoolean()) {
            add(
                    "$lookup",
                    doc("from", text(FOREIGN))
                            .append("localField", text(field))
                            .append("foreignField", text(field()))
                            .append("as", text("found")));
        } else {
            BsonDocument condition = doc("$expr", doc("$eq", array(text("$" + field()), text("$$x"))));
            add(
                    "$lookup",
                    doc("from", text(FOREIGN))
                            .append("let", doc("x", text("$" + field)))
                            .append(
                                    "pipeline",
                                    array(doc("$match", condition), doc("$project", doc("t", new BsonInt32(0)))))
                            .append("as", text("found")));
        }
        sortFound();
    }

    private void graphLookup() {
        add(
                "$graphLookup",
                doc("from", text(FOREIGN))
                        .append("startWith", text("$" + field()))
                        .append("connectFromField", text("p"))
                        .append("connectToField", text("_id"))
                        .append("as", text("found"))
                        .append("depthField", text("depth")));
        sortFound();
    }

    /** What a join finds comes in no order. */
    private void sortFound() {
        add(
                "$set",
                doc(
                        "found",
                        doc(
                                "$sortArray",
                                doc("input", text("$found")).append("sortBy", doc("_id", new BsonInt32(1))))));
    }

    private void unionWith() {
        unordered(
                "$unionWith",
                doc("coll", text(FOREIGN))
                        .append("pipeline", array(doc("$match", doc(field(), doc("$gt", number(5)))))));
    }

    private void unordered(String stage, BsonValue argument) {
        add(stage, argument);
        uniqueIds = false;
        ordered = false;
    }

    private void unsorted(String stage, BsonValue argument) {
        add(stage, argument);
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
