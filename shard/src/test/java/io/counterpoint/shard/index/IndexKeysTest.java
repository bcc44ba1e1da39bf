package io.counterpoint.shard.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.bson.key.HashedKey;
import io.counterpoint.bson.key.KeyBuffer;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.testkit.seed.Seeds;
import io.counterpoint.testkit.value.BsonValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexKeysTest {
    private static final long RECORD_ID = 77;

    /**
     * Expected keys are written as arrays of the values that are encoded; undefined and null as Extended JSON has them.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {a: 1}            | {a: 5}                              | [[5]]
            {a: 1}            | {b: 5}                              | [[null]]
            {a: 1}            | {a: null}                           | [[null]]
            {a: 1}            | {a: [1, 2, 1]}                      | [[1], [2]]
            {a: 1}            | {a: []}                             | [[{$undefined: true}]]
            {a: 1}            | {a: [[1, 2], 3]}                    | [[3], [[1, 2]]]
            {a: 1}            | {a: {b: 1}}                         | [[{b: 1}]]
            {a: -1, b: 1}     | {a: 5, b: 'x'}                      | [[5, 'x']]
            {a: 1, b: 1}      | {a: [1, 2], b: 3}                   | [[1, 3], [2, 3]]
            {'a.b': 1}        | {a: {b: 1}}                         | [[1]]
            {'a.b': 1}        | {a: 5}                              | [[null]]
            {'a.b': 1}        | {a: [{b: 1}, {c: 1}, 7]}            | [[null], [1]]
            {'a.b': 1}        | {a: []}                             | [[null]]
            {'a.b': 1}        | {a: [{b: [1, 2]}, {b: 3}]}          | [[1], [2], [3]]
            {'a.0': 1}        | {a: [5, 6]}                         | [[5]]
            {'a.b': 1, 'a.c': 1} | {a: [{b: 1, c: 2}, {b: 3}]}      | [[1, 2], [3, null]]
            {a: 1, 'a.b': 1}  | {a: [{b: 1}, 7]}                    | [[7, null], [{b: 1}, 1]]
            {a: 1, 'a.b': 1}  | {a: []}                             | [[{$undefined: true}, null]]
            {'a.b': 1, 'a.c': 1} | {a: [{b: [1, 2], c: 3}]}         | [[1, 3], [2, 3]]
            {'a.b': 1, 'a.c': 1, d: 1} | {a: [{b: 1, c: 2}], d: 9}  | [[1, 2, 9]]
            """)
    void listsTheKeysOfADocument(String pattern, String document, String expected) {
        IndexDescription index = index(pattern, "");
        List<byte[]> keys = compute(index, document);
        List<byte[]> wanted = new ArrayList<>();
        for (BsonValue values : BsonDocument.parse("{k: " + expected + "}").getArray("k")) {
            wanted.add(key(index, values.asArray()));
        }
        wanted.sort(Arrays::compareUnsigned);
        assertThat(keys).usingElementComparator(Arrays::compareUnsigned).containsExactlyElementsOf(wanted);
    }

    @Test
    void uniqueIndexLeavesTheRecordOut() {
        IndexDescription index = index("{a: 1}", "unique: true");
        byte[] key = compute(index, "{a: 5}").get(0);
        assertThat(key)
                .isEqualTo(new KeyBuffer()
                        .appendInt32BigEndian(3)
                        .appendValue(new BsonInt64(5))
                        .toByteArray());
    }

    @Test
    void sparseIndexLeavesOutDocumentsWithoutAnyOfItsFields() {
        IndexDescription index = index("{a: 1, 'b.c': 1}", "sparse: true");
        assertThat(compute(index, "{d: 1}")).isEmpty();
        assertThat(compute(index, "{b: 1}")).isEmpty();
        assertThat(compute(index, "{b: [1]}")).isEmpty();
        assertThat(compute(index, "{b: {c: 1}}")).hasSize(1);
        assertThat(compute(index, "{a: null}")).hasSize(1);
    }

    @Test
    void partialIndexLeavesOutDocumentsThatItsFilterDoesNotSelect() {
        IndexDescription index = index("{a: 1}", "partialFilterExpression: {b: {$gt: 5}}");
        assertThat(compute(index, "{a: 1, b: 5}")).isEmpty();
        assertThat(compute(index, "{a: 1, b: 6}")).hasSize(1);
    }

    @Test
    void hashedFieldKeepsTheHash() {
        IndexDescription index = index("{a: 'hashed'}", "");
        assertThat(compute(index, "{a: 'x'}").get(0))
                .isEqualTo(key(index, new BsonArray(List.of(new BsonInt64(HashedKey.hash(new BsonString("x")))))));
        CommandException refusal = catchThrowableOfType(CommandException.class, () -> compute(index, "{a: [1]}"));
        assertThat(refusal.code().number()).isEqualTo(16766);
        assertThat(refusal.text())
                .isEqualTo("hashed indexes do not currently support array values. Found array at path: a");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {a: 1, b: 1}         | {a: [1], b: [2]}            | cannot index parallel arrays [b] [a]
            {'x.a': 1, 'y.b': 1} | {x: {a: [1]}, y: {b: [2]}}  | cannot index parallel arrays [b] [a]
            {'a.b': 1, 'a.c': 1} | {a: [{b: [1], c: [2]}]}     | cannot index parallel arrays [c] [b]
            """)
    void refusesParallelArrays(String pattern, String document, String text) {
        CommandException refusal =
                catchThrowableOfType(CommandException.class, () -> compute(index(pattern, ""), document));
        assertThat(refusal.code().number()).isEqualTo(171);
        assertThat(refusal.text()).isEqualTo(text);
    }

    @Test
    void tellsWhichFieldsMetArrays() {
        IndexKeys keys = new IndexKeys();
        IndexDescription index = index("{a: 1, 'b.c': 1, d: 1}", "");
        assertThat(keys.compute(index, BsonDocument.parse("{a: 1, b: {c: 1}}"), 1)
                        .multikeyFields())
                .isZero();
        assertThat(keys.compute(index, BsonDocument.parse("{a: 1, b: [{c: 1}]}"), 1)
                        .multikeyFields())
                .isEqualTo(0b010);
        assertThat(keys.compute(index, BsonDocument.parse("{a: 1, d: []}"), 1).multikeyFields())
                .isEqualTo(0b100);
    }

    @Test
    void rawDocumentsAndTreesHaveTheSameKeys() {
        IndexDescription index = index("{a: 1, 'b.c': -1}", "");
        Seeds.run(IndexKeysTest.class, 500, random -> {
            BsonValues values = new BsonValues(random);
            BsonDocument tree = new BsonDocument("a", values.scalar())
                    .append("b", random.nextBoolean() ? values.document() : values.array());
            BsonDocument raw = BsonBytes.raw(tree);
            assertThat(keys(index, raw))
                    .usingElementComparator(Arrays::compareUnsigned)
                    .containsExactlyElementsOf(keys(index, tree));
        });
    }

    @Test
    void compoundIndexWithAConstantAgreesWithTheSingleOne() {
        IndexDescription single = index("{'a.b': 1}", "");
        IndexDescription joint = index("{'a.b': 1, 'a.b.x': 1}", "");
        Seeds.run(IndexKeysTest.class, 500, random -> {
            BsonValues values = new BsonValues(random);
            BsonArray elements = new BsonArray();
            for (int i = random.between(0, 3); i > 0; i--) {
                elements.add(random.oneIn(3) ? values.scalar() : new BsonDocument("b", values.scalar()));
            }
            BsonDocument document = new BsonDocument("a", elements);
            // No scalar has a field x: the second field adds a null to each key and nothing else.
            List<byte[]> expected = new ArrayList<>();
            for (byte[] key : keys(single, document)) {
                KeyBuffer longer = new KeyBuffer().appendBytes(key, 0, key.length - Long.BYTES);
                expected.add(longer.appendValue(BsonNull.VALUE)
                        .appendInt64BigEndian(RECORD_ID)
                        .toByteArray());
            }
            assertThat(keys(joint, document))
                    .usingElementComparator(Arrays::compareUnsigned)
                    .containsExactlyElementsOf(expected);
        });
    }

    private static IndexDescription index(String pattern, String options) {
        String spec = "{key: " + pattern + ", name: 'x'" + (options.isEmpty() ? "" : ", " + options) + "}";
        return IndexDescription.fromSpec(BsonDocument.parse(spec)).withId(3);
    }

    private static List<byte[]> compute(IndexDescription index, String document) {
        return keys(index, BsonBytes.raw(BsonDocument.parse(document)));
    }

    private static List<byte[]> keys(IndexDescription index, BsonDocument document) {
        IndexKeys keys = new IndexKeys().compute(index, document, RECORD_ID);
        List<byte[]> all = new ArrayList<>();
        for (int i = 0; i < keys.count(); i++) {
            all.add(keys.key(i));
        }
        return all;
    }

    private static byte[] key(IndexDescription index, BsonArray values) {
        KeyBuffer key = new KeyBuffer().appendInt32BigEndian(index.id());
        for (int i = 0; i < values.size(); i++) {
            key.appendValue(values.get(i), index.fields().get(i).descending());
        }
        return key.appendInt64BigEndian(RECORD_ID).toByteArray();
    }
}
