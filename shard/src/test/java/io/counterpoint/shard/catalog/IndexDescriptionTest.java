package io.counterpoint.shard.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.groups.Tuple.tuple;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.query.filter.Filter;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexDescriptionTest {
    @Test
    void readsAndShowsASpecification() {
        IndexDescription index = IndexDescription.fromSpec(BsonDocument.parse(
                "{unique: 1, key: {a: 1, 'b.c': -1}, name: 'x', v: 2, sparse: false, background: true, hidden: true,"
                        + " partialFilterExpression: {a: {$gt: 5}}}"));
        assertThat(index.unique()).isTrue();
        assertThat(index.sparse()).isFalse();
        assertThat(index.hidden()).isTrue();
        assertThat(index.fields())
                .extracting(field -> field.path().text(), IndexField::descending)
                .containsExactly(tuple("a", false), tuple("b.c", true));
        assertThat(index.toSpec().toJson())
                .isEqualTo(
                        "{\"v\": 2, \"key\": {\"a\": 1, \"b.c\": -1}, \"name\": \"x\", \"unique\": true,"
                                + " \"partialFilterExpression\": {\"a\": {\"$gt\": 5}}, \"background\": true, \"hidden\": true}");
    }

    @Test
    void idIndexHasOneNameAndDoesNotSayThatItIsUnique() {
        IndexDescription index = IndexDescription.fromSpec(BsonDocument.parse("{key: {_id: 1}, name: 'mine'}"));
        assertThat(index.name()).isEqualTo("_id_");
        assertThat(index.unique()).isTrue();
        assertThat(index.toSpec().toJson()).isEqualTo("{\"v\": 2, \"key\": {\"_id\": 1}, \"name\": \"_id_\"}");
    }

    @Test
    void defaultNameJoinsFieldsAndDirections() {
        assertThat(IndexDescription.defaultName(BsonDocument.parse("{a: 1, 'b.c': -1, d: 'hashed', e: 1.0}")))
                .isEqualTo("a_1_b.c_-1_d_hashed_e_1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {name: 'x'}                                 | 9     | The 'key' field is a required property of an index specification
            {key: {a: 1}}                               | 9     | The 'name' field is a required property of an index specification
            {key: 5, name: 'x'}                         | 14    | The field 'key' must be an object, but got int
            {key: {a: 1}, name: 5}                      | 14    | The field 'name' must be a string, but got int
            {key: {}, name: 'x'}                        | 67    | Error in specification { key: {}, name: "x" } :: caused by :: Index keys cannot be empty.
            {key: {a: 0}, name: 'x'}                    | 67    | Error in specification { key: { a: 0 }, name: "x" } :: caused by :: Values in the index key pattern cannot be 0.
            {key: {a: true}, name: 'x'}                 | 67    | Error in specification { key: { a: true }, name: "x" } :: caused by :: Values in v:2 index key pattern cannot be of type bool. Only numbers > 0, numbers < 0, and strings are allowed.
            {key: {a: 'foo'}, name: 'x'}                | 67    | Error in specification { key: { a: "foo" }, name: "x" } :: caused by :: Unknown index plugin 'foo'
            {key: {'a..b': 1}, name: 'x'}               | 67    | Error in specification { key: { a..b: 1 }, name: "x" } :: caused by :: Index keys cannot contain an empty field.
            {key: {$a: 1}, name: 'x'}                   | 67    | Error in specification { key: { $a: 1 }, name: "x" } :: caused by :: Index key contains an illegal field name: field name starts with '$'.
            {key: {a: 1}, name: ''}                     | 67    | index name cannot be empty
            {key: {a: 1}, name: '*'}                    | 2     | The index name '*' is not valid.
            {key: {a: 1}, name: '_id_'}                 | 2     | The index name '_id_' is reserved for the _id index, which must have key pattern {_id: 1}, found key: { a: 1 }
            {key: {_id: -1}, name: 'x'}                 | 2     | The field 'key' for an _id index must be {_id: 1}, but got { _id: -1 }
            {key: {_id: 1}, name: '_id_', unique: true} | 197   | The field 'unique' is not valid for an _id index specification. Specification: { key: { _id: 1 }, name: "_id_", unique: true }
            {key: {_id: 1}, name: 'x', hidden: true}    | 2     | can't hide _id index
            {key: {a: 1}, name: 'x', safe: true}        | 197   | The field 'safe' is not valid for an index specification. Specification: { key: { a: 1 }, name: "x", safe: true }
            {key: {a: 1}, name: 'x', unique: 'yes'}     | 14    | The field 'unique' has value unique: "yes", which is not convertible to bool
            {key: {a: 'text'}, name: 'x'}               | 115   | indexes of type 'text' are not supported
            {key: {a: '2dsphere'}, name: 'x'}           | 115   | indexes of type '2dsphere' are not supported
            {key: {'$**': 1, a: 1}, name: 'x'}          | 115   | compound wildcard indexes are not supported
            {key: {'$**': 1}, name: 'x', unique: true}  | 67    | Index type 'wildcard' does not support the unique option
            {key: {'$**': 1}, name: 'x', sparse: true}  | 67    | Index type 'wildcard' does not support the sparse option
            {key: {'$**': 1}, name: 'x', expireAfterSeconds: 5} | 67 | Index type 'wildcard' cannot be a TTL index
            {key: {'a.$**.b': 1}, name: 'x'}            | 67    | Error in specification { key: { a.$**.b: 1 }, name: "x" } :: caused by :: Index key contains an illegal field name: field name starts with '$'.
            {key: {'$**': 'hashed'}, name: 'x'}         | 67    | Error in specification { key: { $**: "hashed" }, name: "x" } :: caused by :: Index key contains an illegal field name: field name starts with '$'.
            {key: {a: 1}, name: 'x', wildcardProjection: {a: 1}} | 2 | Error in specification { key: { a: 1 }, name: "x", wildcardProjection: { a: 1 } } :: caused by :: The field 'wildcardProjection' is only allowed in 'wildcard' indexes
            {key: {'$**': 1}, name: 'x', wildcardProjection: 5} | 14 | Error in specification { key: { $**: 1 }, name: "x", wildcardProjection: 5 } :: caused by :: The field 'wildcardProjection' must be a non-empty object, but got int
            {key: {'$**': 1}, name: 'x', wildcardProjection: {}} | 9 | Error in specification { key: { $**: 1 }, name: "x", wildcardProjection: {} } :: caused by :: The 'wildcardProjection' field can't be an empty object
            {key: {'$**': 1}, name: 'x', wildcardProjection: {a: 1, b: 0}} | 31254 | Error in specification { key: { $**: 1 }, name: "x", wildcardProjection: { a: 1, b: 0 } } :: caused by :: Failed to parse projection: wildcardProjection :: caused by :: Cannot do exclusion on field b in inclusion projection
            {key: {'$**': 1}, name: 'x', wildcardProjection: {a: 0, b: 1}} | 31253 | Error in specification { key: { $**: 1 }, name: "x", wildcardProjection: { a: 0, b: 1 } } :: caused by :: Failed to parse projection: wildcardProjection :: caused by :: Cannot do inclusion on field b in exclusion projection
            {key: {a: 1}, name: 'x', expireAfterSeconds: -1} | 67 | . Index spec: { key: { a: 1 }, name: "x", expireAfterSeconds: -1 } :: caused by :: TTL index 'expireAfterSeconds' option cannot be less than 0
            {key: {a: 1}, name: 'x', expireAfterSeconds: 'y'} | 67 | . Index spec: { key: { a: 1 }, name: "x", expireAfterSeconds: "y" } :: caused by :: TTL index 'expireAfterSeconds' option must be numeric, but received a type of 'string'
            {key: {a: 1}, name: 'x', expireAfterSeconds: NaN} | 67 | . Index spec: { key: { a: 1 }, name: "x", expireAfterSeconds: nan.0 } :: caused by :: TTL index 'expireAfterSeconds' option must not be NaN
            {key: {a: 1}, name: 'x', expireAfterSeconds: 3e9} | 67 | . Index spec: { key: { a: 1 }, name: "x", expireAfterSeconds: 3000000000.0 } :: caused by :: TTL index 'expireAfterSeconds' must be within the range of a 32-bit integer
            {key: {a: 1, b: 1}, name: 'x', expireAfterSeconds: 5} | 67 | TTL indexes are single-field indexes, compound indexes do not support TTL. Index spec: { key: { a: 1, b: 1 }, name: "x", expireAfterSeconds: 5 }
            {key: {_id: 1}, name: 'x', expireAfterSeconds: 5} | 197 | The field 'expireAfterSeconds' is not valid for an _id index specification. Specification: { key: { _id: 1 }, name: "x", expireAfterSeconds: 5 }
            {key: {a: 1}, name: 'x', collation: {}} | 2 | The field 'collation' cannot be an empty object.
            {key: {a: 1}, name: 'x', collation: 'de'} | 14 | The field 'collation' must be an object, but got string
            {key: {a: 1}, name: 'x', collation: {locale: 'xx'}} | 2 | Field 'locale' is invalid in: { locale: "xx" }
            {key: {a: 'hashed'}, name: 'x', unique: true} | 16764 | Currently hashed indexes cannot guarantee uniqueness. Use a regular index.
            {key: {a: 'hashed', b: 'hashed'}, name: 'x'} | 31303 | A maximum of one index field is allowed to be hashed but found 2 for 'key' { a: "hashed", b: "hashed" }
            {key: {a: 1}, name: 'x', sparse: true, partialFilterExpression: {a: 1}} | 67 | cannot mix "partialFilterExpression" and "sparse" options
            {key: {a: 1}, name: 'x', partialFilterExpression: {a: {$ne: 1}}} | 67 | Expression not supported in partial index: a: { $ne: 1 }
            {key: {a: 1}, name: 'x', partialFilterExpression: {a: {$exists: false}}} | 67 | Expression not supported in partial index: a: { $exists: false }
            {key: {a: 1}, name: 'x', partialFilterExpression: 5} | 14 | The field 'partialFilterExpression' must be an object, but got int
            """)
    void refuses(String spec, int code, String text) {
        CommandException refusal =
                catchThrowableOfType(CommandException.class, () -> IndexDescription.fromSpec(BsonDocument.parse(spec)));
        assertThat(refusal).isNotNull();
        assertThat(refusal.text()).isEqualTo(text);
        assertThat(refusal.code().number()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {key: {'$**': 1}}                                            | a b.c          | _id _id.x
            {key: {'a.$**': 1}}                                          | a a.b a.b.c    | b _id ab
            {key: {'$**': 1}, wildcardProjection: {a: 1, b: {c: 1}}}     | a a.x b.c b.c.d | b b.d c _id
            {key: {'$**': 1}, wildcardProjection: {a: 0, 'b.c': 0}}      | b b.d c        | a a.x b.c _id
            {key: {'$**': 1}, wildcardProjection: {_id: 1, a: 0}}        | _id b          | a
            {key: {'$**': 1}, wildcardProjection: {_id: 0, a: 1}}        | a              | _id b
            {key: {'$**': 1}, wildcardProjection: {_id: 1}}              | _id            | a
            {key: {'$**': 1}, wildcardProjection: {_id: 0}}              | a              | _id
            """)
    void wildcardsStandForPaths(String spec, String covered, String notCovered) {
        IndexDescription index =
                IndexDescription.fromSpec(BsonDocument.parse(spec).append("name", new BsonString("x")));
        WildcardPaths paths = Objects.requireNonNull(index.wildcard());
        assertThat(covered.split(" ")).allMatch(path -> paths.covers(FieldPath.parse(path)));
        assertThat(notCovered.split(" ")).noneMatch(path -> paths.covers(FieldPath.parse(path)));
    }

    @Test
    void refusesMoreThan32Fields() {
        BsonDocument key = new BsonDocument();
        for (int i = 0; i < 33; i++) {
            key.append("f" + i, new BsonInt32(1));
        }
        BsonDocument spec = new BsonDocument("key", key).append("name", new BsonString("x"));
        CommandException refusal = catchThrowableOfType(CommandException.class, () -> IndexDescription.fromSpec(spec));
        assertThat(refusal.code().number()).isEqualTo(13103);
    }

    @Test
    void acceptsWhatPartialIndexesMaySay() {
        IndexDescription index = IndexDescription.fromSpec(BsonDocument.parse(
                "{key: {a: 1}, name: 'x', partialFilterExpression: {$or: [{a: {$exists: true}}, {$and: [{b: {$in:"
                        + " [1, 2]}}, {c: {$type: 'int'}}, {d: {x: 1}}]}]}}"));
        Filter filter = Objects.requireNonNull(index.partialFilter());
        assertThat(filter.matches(BsonDocument.parse("{a: 1}"))).isTrue();
        assertThat(filter.matches(BsonDocument.parse("{b: 1}"))).isFalse();
    }
}
