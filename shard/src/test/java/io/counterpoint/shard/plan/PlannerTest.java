package io.counterpoint.shard.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.Filter;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlannerTest {
    private final PlanFixture fixture = new PlanFixture();

    @Test
    void idIsAPoint() {
        Plan plan = plan("{_id: 5}");
        assertThat(plan.isPoint()).isTrue();
        assertThat(plan.explain().toJson())
                .isEqualTo("{\"stage\": \"EXPRESS_IXSCAN\", \"keyPattern\": \"{ _id: 1 }\", \"indexName\": \"_id_\"}");
    }

    @Test
    void wholeKeyOfAUniqueIndexIsAPoint() {
        fixture.index("{key: {a: 1, b: -1}, name: 'ab', unique: true}");
        assertThat(plan("{a: 1, b: 2, c: {$gt: 3}}").isPoint()).isTrue();
        assertThat(plan("{a: 1, b: {$in: [2, 3]}}").isPoint()).isFalse();
        assertThat(plan("{a: 1, b: {$gt: 2}}").isPoint()).isFalse();
        assertThat(plan("{a: 1}").isPoint()).isFalse();
    }

    @Test
    void pointNeedsNoSort() {
        assertThat(Planner.plan(request("{_id: 5}").withSort(BsonDocument.parse("{x: 1}")))
                        .hasBlockingSort())
                .isFalse();
    }

    /** Bounds are shown as {@code explain} shows them; no index name means a collection scan. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {a: 5}                                | a_1_b_-1_c_1 | {"a": ["[5, 5]"], "b": ["[MaxKey, MinKey]"], "c": ["[MinKey, MaxKey]"]}
            {a: 5, b: {$gt: 3}, c: 7}             | a_1_b_-1_c_1 | {"a": ["[5, 5]"], "b": ["[inf.0, 3)"], "c": ["[MinKey, MaxKey]"]}
            {a: {$in: [2, 1]}, b: 3, c: 4}        | a_1_b_-1_c_1 | {"a": ["[1, 1]", "[2, 2]"], "b": ["[3, 3]"], "c": ["[4, 4]"]}
            {a: {$gte: 'x', $lt: 'z'}}            | a_1_b_-1_c_1 | {"a": ["[\\"x\\", \\"z\\")"], "b": ["[MaxKey, MinKey]"], "c": ["[MinKey, MaxKey]"]}
            {a: {$gt: 1}, h: 'x'}                 | h_hashed     | {"h": ["[-5169800095944007213, -5169800095944007213]"]}
            {h: {$gt: 1}}                         |              |
            {b: 5}                                |              |
            {s: 5}                                | s_1          | {"s": ["[5, 5]"]}
            {s: null}                             |              |
            {s: {$in: [5, null]}}                 |              |
            {s: {$exists: true}}                  |              |
            {p: 7}                                | p_1          | {"p": ["[7, 7]"]}
            {p: 5}                                |              |
            {p: {$gte: 6, $lt: 9}}                | p_1          | {"p": ["[6, 9)"]}
            {p: {$gt: 5}}                         | p_1          | {"p": ["(5, inf.0]"]}
            {p: {$gt: 4}}                         |              |
            {q: 5, t: 1}                          | q_1          | {"q": ["[5, 5]"]}
            {q: 5, t: {$in: [1, null]}}           |              |
            {q: 5}                                |              |
            {x: 5}                                |              |
            {_id: {$gt: 5}}                       | _id_         | {"_id": ["(5, inf.0]"]}
            """)
    void choosesTheIndexThatLeavesLeast(String filter, String index, String bounds) {
        fixture.index("{key: {a: 1, b: -1, c: 1}, name: 'a_1_b_-1_c_1'}");
        fixture.index("{key: {h: 'hashed'}, name: 'h_hashed'}");
        fixture.index("{key: {s: 1}, name: 's_1', sparse: true}");
        fixture.index("{key: {p: 1}, name: 'p_1', partialFilterExpression: {p: {$gt: 5}}}");
        fixture.index("{key: {q: 1}, name: 'q_1', partialFilterExpression: {t: {$exists: true}}}");
        fixture.index("{key: {x: 1}, name: 'x_1', hidden: true}");
        BsonDocument stage = plan(filter).explain();
        if (index == null) {
            assertThat(stage.getString("stage").getValue()).isEqualTo("COLLSCAN");
        } else {
            BsonDocument scan = stage.getDocument("inputStage");
            assertThat(scan.getString("indexName").getValue()).isEqualTo(index);
            assertThat(scan.getDocument("indexBounds").toJson()).isEqualTo(bounds);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {}              | {a: 1}              | forward
            {}              | {a: -1}             | backward
            {}              | {a: 1, b: -1}       | forward
            {}              | {a: -1, b: 1, c: -1} | backward
            {}              | {a: 1, b: 1}        | SORT
            {}              | {b: -1}             | SORT
            {a: 5}          | {b: -1}             | forward
            {a: 5}          | {b: 1, c: -1}       | backward
            {a: 5}          | {b: 1, a: -1, c: -1} | backward
            {a: 5, b: 6}    | {c: 1}              | forward
            {a: {$in: [1, 2]}} | {a: 1, b: -1}    | forward
            {a: {$in: [1, 2]}} | {b: -1}          | SORT
            {a: {$gt: 1}}   | {a: -1}             | backward
            {a: 5}          | {a: 1}              | forward
            {}              | {m: 1}              | SORT
            {m: 5}          | {m: 1}              | SORT
            """)
    void takesTheOrderOfAnIndexWhereItCan(String filter, String sort, String expected) {
        fixture.index("{key: {a: 1, b: -1, c: 1}, name: 'abc'}");
        fixture.multikeyIndex("{key: {m: 1}, name: 'm_1'}", 1);
        Plan plan = Planner.plan(request(filter).withSort(BsonDocument.parse(sort)));
        assertThat(plan.hasBlockingSort()).isEqualTo(expected.equals("SORT"));
        if (!plan.hasBlockingSort()) {
            BsonDocument scan = plan.explain().getDocument("inputStage");
            assertThat(scan.getString("direction").getValue()).isEqualTo(expected);
        }
    }

    @Test
    void fieldsBelowOneArrayAreNotNarrowedTogether() {
        fixture.multikeyIndex("{key: {'a.b': 1, 'a.c': 1}, name: 'x'}", 3);
        assertThat(plan("{'a.b': 1, 'a.c': 2}")
                        .explain()
                        .getDocument("inputStage")
                        .getDocument("indexBounds")
                        .toJson())
                .isEqualTo("{\"a.b\": [\"[1, 1]\"], \"a.c\": [\"[MinKey, MaxKey]\"]}");
    }

    @Test
    void rangeOnAnArrayIsNotIntersected() {
        fixture.multikeyIndex("{key: {a: 1}, name: 'x'}", 1);
        assertThat(plan("{a: {$gt: 5, $lt: 9}}")
                        .explain()
                        .getDocument("inputStage")
                        .getDocument("indexBounds")
                        .toJson())
                .isIn("{\"a\": [\"(5, inf.0]\"]}", "{\"a\": [\"[-inf.0, 9)\"]}");
        assertThat(plan("{a: {$elemMatch: {$gt: 5, $lt: 9}}}")
                        .explain()
                        .getDocument("inputStage")
                        .getDocument("indexBounds")
                        .toJson())
                .isEqualTo("{\"a\": [\"(5, 9)\"]}");
    }

    @Test
    void contradictionReadsNothing() {
        assertThat(plan("{_id: {$gt: 5, $lt: 3}}").explain().toJson()).isEqualTo("{\"stage\": \"EOF\"}");
    }

    @Test
    void longInIsOneScanAndManyCombinationsAreLeftToTheFilter() {
        fixture.index("{key: {a: 1, b: 1, c: 1}, name: 'x'}");
        String numbers = range(100);
        BsonDocument bounds = plan("{a: {$in: [" + numbers + "]}, b: {$in: [" + numbers + "]}}")
                .explain()
                .getDocument("inputStage")
                .getDocument("indexBounds");
        assertThat(bounds.getArray("a")).hasSize(100);
        assertThat(bounds.getArray("b")).hasSize(1);
    }

    @Test
    void hintIsObeyed() {
        fixture.index("{key: {a: 1}, name: 'a_1'}");
        fixture.index("{key: {b: 1}, name: 'b_1'}");
        assertThat(indexOf(request("{a: 1}").withHint(new BsonString("b_1")))).isEqualTo("b_1");
        assertThat(indexOf(request("{a: 1}").withHint(BsonDocument.parse("{b: 1.0}"))))
                .isEqualTo("b_1");
        assertThat(indexOf(request("{a: 1}").withHint(new BsonDocument()))).isEqualTo("a_1");
        assertThat(Planner.plan(request("{a: 1}").withHint(BsonDocument.parse("{$natural: -1}")))
                        .explain()
                        .toJson())
                .isEqualTo("{\"stage\": \"COLLSCAN\", \"filter\": {\"a\": 1}, \"direction\": \"backward\"}");
    }

    @Test
    void wrongHintsAreRefused() {
        fixture.index("{key: {a: 1}, name: 'a_1'}");
        fixture.index("{key: {a: 1}, name: 'sparse', sparse: true}");
        fixture.index("{key: {h: 1}, name: 'h_1', hidden: true}");
        assertThat(refusal(new BsonString("b_1")).text())
                .isEqualTo("error processing query: ns=shop.orders planner returned error :: caused by :: hint provided"
                        + " does not correspond to an existing index");
        assertThat(refusal(new BsonString("h_1")).code().number()).isEqualTo(2);
        assertThat(refusal(BsonDocument.parse("{a: 1}")).text())
                .endsWith("Hint matched multiple indexes, must hint by index name. Matched: a_1 and sparse");
        assertThat(refusal(BsonDocument.parse("{$natural: 2}")).text())
                .isEqualTo("$natural hint cannot be set to a value other than -1 or 1.");
    }

    @Test
    void aHintedPartialIndexGivesWhatIsInIt() {
        fixture.index("{key: {p: 1}, name: 'p_1', partialFilterExpression: {p: {$gt: 5}}}");
        assertThat(Planner.plan(request("{p: {$gt: 1}}").withHint(new BsonString("p_1")))
                        .explain()
                        .toJson())
                .contains("\"stage\": \"FETCH\"")
                .contains("\"filter\": {\"p\": {\"$gt\": 1}}")
                .contains("\"p\": [\"[MinKey, MaxKey]\"]");
        assertThat(Planner.plan(request("{p: {$gt: 7}}").withHint(new BsonString("p_1")))
                        .explain()
                        .toJson())
                .contains("\"p\": [\"(7");
    }

    @Test
    void naturalOrderScansTheCollection() {
        Plan plan = Planner.plan(request("{_id: 1}").withSort(BsonDocument.parse("{$natural: -1}")));
        assertThat(plan.isCollectionScan()).isTrue();
        assertThat(plan.explain().getString("direction").getValue()).isEqualTo("backward");
        assertThat(catchThrowableOfType(
                                CommandException.class,
                                () -> Planner.plan(request("{}").withSort(BsonDocument.parse("{$natural: 1, a: 1}"))))
                        .code()
                        .number())
                .isEqualTo(2);
    }

    @Test
    void sortSkipAndLimitAreStages() {
        PlanRequest request = request("{x: 1}")
                .withSort(BsonDocument.parse("{y: 1}"))
                .withSkip(3)
                .withLimit(4);
        assertThat(Planner.plan(request).explain().toJson())
                .isEqualTo("{\"stage\": \"SKIP\", \"skipAmount\": 3, \"inputStage\": {\"stage\": \"SORT\","
                        + " \"sortPattern\": {\"y\": 1}, \"memLimit\": 104857600, \"limitAmount\": 7, \"type\": \"simple\","
                        + " \"inputStage\": {\"stage\": \"COLLSCAN\", \"filter\": {\"x\": 1}, \"direction\":"
                        + " \"forward\"}}}");
        assertThat(Planner.plan(request("{}").withLimit(4)).explain().toJson())
                .isEqualTo("{\"stage\": \"LIMIT\", \"limitAmount\": 4, \"inputStage\": {\"stage\": \"COLLSCAN\","
                        + " \"direction\": \"forward\"}}");
    }

    /** Filters that would be wrong to serve from a partial index, although their bounds look alike. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {a: {$type: 'null'}}    | {a: null}
            {a: {$exists: true}}    | {a: null}
            {a: {$gt: 'x'}}         | {$or: [{a: {$gt: 'y'}}, {a: {$gte: {}}}]}
            {a: {$lt: 5}}           | {a: {$lte: 5}}
            {a: {$in: [1, 2]}}      | {a: {$in: [1, 2, 3]}}
            {a: 1, b: 1}            | {a: 1}
            {b: 1}                  | {a: 7, $or: [{b: 1}, {c: 1}]}
            """)
    void doesNotTakeAPartialIndexThatMayLackDocuments(String partial, String filter) {
        fixture.index("{key: {a: 1}, name: 'x', partialFilterExpression: " + partial + "}");
        assertThat(plan(filter).isCollectionScan()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {a: {$gt: 'x'}}         | {a: {$gt: 'y'}}
            {a: {$gt: 5}}           | {a: {$gt: 5.0}}
            {a: {$lte: 5}}          | {a: {$lt: 5}}
            {a: {$exists: true}}    | {a: {$gt: 5}}
            {a: {$in: [1, 2]}}      | {a: 2}
            {b: 1}                  | {a: 7, b: 1}
            {$or: [{b: 1}, {c: 1}]} | {a: 7, c: 1}
            {a: {$type: 'int'}}     | {a: 7}
            {b: 1}                  | {a: 7, $or: [{b: 1, c: 2}, {d: 1, b: 1}]}
            {b: {$gt: 3}}           | {a: 7, $or: [{b: 4, c: 2}, {d: 1, b: {$gt: 9}}]}
            {$or: [{b: 1}, {c: 1}]} | {a: 7, $or: [{b: 1, d: 1}, {c: 1}]}
            """)
    void takesAPartialIndexThatHasAllThatIsWanted(String partial, String filter) {
        fixture.index("{key: {a: 1}, name: 'x', partialFilterExpression: " + partial + "}");
        assertThat(indexOf(request(filter))).isEqualTo("x");
    }

    private CommandException refusal(BsonValue hint) {
        CommandException refusal = catchThrowableOfType(
                CommandException.class, () -> Planner.plan(request("{}").withHint(hint)));
        assertThat(refusal).isNotNull();
        return refusal;
    }

    private static String range(int count) {
        List<String> numbers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            numbers.add(Integer.toString(i));
        }
        return String.join(", ", numbers);
    }

    private static String indexOf(PlanRequest request) {
        return Planner.plan(request)
                .explain()
                .getDocument("inputStage")
                .getString("indexName")
                .getValue();
    }

    private Plan plan(String filter) {
        return Planner.plan(request(filter));
    }

    private PlanRequest request(String filter) {
        return PlanRequest.of(fixture.collection(), Filter.parse(BsonDocument.parse(filter), QueryContext.plain()));
    }
}
