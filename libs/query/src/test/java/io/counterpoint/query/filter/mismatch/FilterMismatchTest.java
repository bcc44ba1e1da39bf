package io.counterpoint.query.filter.mismatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.Filter;
import org.bson.BsonDocument;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterMismatchTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {a: {$gt: 5}} | {a: 3} | {operatorName: '$gt', specifiedAs: {a: {$gt: 5}}, reason: 'comparison failed', consideredValue: 3}
            {a: 1} | {} | {operatorName: '$eq', specifiedAs: {a: 1}, reason: 'field was missing'}
            {a: {$exists: true}} | {} | {operatorName: '$exists', specifiedAs: {a: {$exists: true}}, reason: 'path does not exist'}
            {a: {$gt: 1, $lt: 5}} | {a: 7} | {operatorName: '$and', clausesNotSatisfied: [{index: 1, details: {operatorName: '$lt', specifiedAs: {a: {$lt: 5}}, reason: 'comparison failed', consideredValue: 7}}]}
            {$or: [{a: 1}, {b: 2}]} | {b: 3} | {operatorName: '$or', clausesNotSatisfied: [{index: 0, details: {operatorName: '$eq', specifiedAs: {a: 1}, reason: 'field was missing'}}, {index: 1, details: {operatorName: '$eq', specifiedAs: {b: 2}, reason: 'comparison failed', consideredValue: 3}}]}
            {$nor: [{a: 1}]} | {a: 1} | {operatorName: '$nor', clausesSatisfied: [{index: 0, details: {operatorName: '$eq', specifiedAs: {a: 1}, reason: 'comparison succeeded', consideredValue: 1}}]}
            {$jsonSchema: {required: ['a', 'b']}} | {a: 1} | {operatorName: '$jsonSchema', schemaRulesNotSatisfied: [{operatorName: 'required', specifiedAs: {required: ['a', 'b']}, missingProperties: ['b']}]}
            {$jsonSchema: {properties: {a: {bsonType: 'int'}}}} | {a: 'x'} | {operatorName: '$jsonSchema', schemaRulesNotSatisfied: [{operatorName: 'properties', propertiesNotSatisfied: [{propertyName: 'a', details: [{operatorName: 'bsonType', specifiedAs: {bsonType: 'int'}, reason: 'type did not match', consideredValue: 'x', consideredType: 'string'}]}]}]}
            {$jsonSchema: {properties: {a: {}}, additionalProperties: false}} | {a: 1, c: 2} | {operatorName: '$jsonSchema', schemaRulesNotSatisfied: [{operatorName: 'additionalProperties', specifiedAs: {additionalProperties: false}, additionalProperties: ['c']}]}
            {a: {$not: {$gt: 5}}} | {a: 9} | {operatorName: '$not', details: {operatorName: '$gt', specifiedAs: {a: {$gt: 5}}, reason: 'comparison succeeded', consideredValue: 9}}
            {$nor: [{$jsonSchema: {minProperties: 1}}]} | {a: 9} | {operatorName: '$nor', clausesSatisfied: [{index: 0, details: {operatorName: '$jsonSchema', reason: 'schema matched'}}]}
            {$jsonSchema: {required: ['a'], properties: {b: {bsonType: 'int'}}}} | {b: 'x'} | {operatorName: '$jsonSchema', schemaRulesNotSatisfied: [{operatorName: 'properties', propertiesNotSatisfied: [{propertyName: 'b', details: [{operatorName: 'bsonType', specifiedAs: {bsonType: 'int'}, reason: 'type did not match', consideredValue: 'x', consideredType: 'string'}]}]}, {operatorName: 'required', specifiedAs: {required: ['a']}, missingProperties: ['a']}]}
            {$jsonSchema: {properties: {a: {items: {bsonType: 'int'}}}}} | {a: [1, 'x', 'x']} | {operatorName: '$jsonSchema', schemaRulesNotSatisfied: [{operatorName: 'properties', propertiesNotSatisfied: [{propertyName: 'a', details: [{operatorName: 'items', reason: 'At least one item did not match the sub-schema', itemIndex: 1, details: [{operatorName: 'bsonType', specifiedAs: {bsonType: 'int'}, reason: 'type did not match', consideredValue: 'x', consideredType: 'string'}]}]}]}]}
            {$jsonSchema: {properties: {a: {items: [{bsonType: 'string'}, {bsonType: 'int'}], additionalItems: {bsonType: 'int'}}}}} | {a: ['x', 'x', 1, 'x']} | {operatorName: '$jsonSchema', schemaRulesNotSatisfied: [{operatorName: 'properties', propertiesNotSatisfied: [{propertyName: 'a', details: [{operatorName: 'items', details: [{itemIndex: 1, details: [{operatorName: 'bsonType', specifiedAs: {bsonType: 'int'}, reason: 'type did not match', consideredValue: 'x', consideredType: 'string'}]}]}, {operatorName: 'additionalItems', reason: 'At least one additional item did not match the sub-schema', itemIndex: 3, details: [{operatorName: 'bsonType', specifiedAs: {bsonType: 'int'}, reason: 'type did not match', consideredValue: 'x', consideredType: 'string'}]}]}]}]}
            {$jsonSchema: {properties: {a: {items: [{}], additionalItems: false}}}} | {a: [1, 2, 3]} | {operatorName: '$jsonSchema', schemaRulesNotSatisfied: [{operatorName: 'properties', propertiesNotSatisfied: [{propertyName: 'a', details: [{operatorName: 'additionalItems', specifiedAs: {additionalItems: false}, reason: 'found additional items', additionalItems: [2, 3]}]}]}]}
            {$jsonSchema: {properties: {a: {uniqueItems: true}}}} | {a: [1, 2, 1]} | {operatorName: '$jsonSchema', schemaRulesNotSatisfied: [{operatorName: 'properties', propertiesNotSatisfied: [{propertyName: 'a', details: [{operatorName: 'uniqueItems', specifiedAs: {uniqueItems: true}, reason: 'found a duplicate item', consideredValue: [1, 2, 1], duplicatedValue: 1}]}]}]}
            {$jsonSchema: {minProperties: 3}} | {a: 1, b: 2} | {operatorName: '$jsonSchema', schemaRulesNotSatisfied: [{operatorName: 'minProperties', specifiedAs: {minProperties: 3}, reason: 'specified number of properties was not satisfied', numberOfProperties: 2}]}
            {$jsonSchema: {not: {required: ['a']}}} | {a: 1} | {operatorName: '$jsonSchema', schemaRulesNotSatisfied: [{operatorName: 'not', reason: 'child expression matched'}]}
            {$jsonSchema: {dependencies: {a: ['b', 'c'], b: ['z'], d: {properties: {e: {bsonType: 'int'}}}}}} | {a: 1, c: 1, d: 1, e: 'x'} | {operatorName: '$jsonSchema', schemaRulesNotSatisfied: [{operatorName: 'dependencies', failingDependencies: [{conditionalProperty: 'a', missingProperties: ['b']}, {conditionalProperty: 'd', details: [{operatorName: 'properties', propertiesNotSatisfied: [{propertyName: 'e', details: [{operatorName: 'bsonType', specifiedAs: {bsonType: 'int'}, reason: 'type did not match', consideredValue: 'x', consideredType: 'string'}]}]}]}]}]}
            {$jsonSchema: {patternProperties: {'^n': {bsonType: 'int'}}}} | {n1: 'x', m: 'x'} | {operatorName: '$jsonSchema', schemaRulesNotSatisfied: [{operatorName: 'patternProperties', details: [{propertyName: 'n1', regexMatched: '^n', details: [{operatorName: 'bsonType', specifiedAs: {bsonType: 'int'}, reason: 'type did not match', consideredValue: 'x', consideredType: 'string'}]}]}]}
            {$jsonSchema: {properties: {a: {}}, additionalProperties: {bsonType: 'int'}}} | {a: 'x', b: 1, c: 'x'} | {operatorName: '$jsonSchema', schemaRulesNotSatisfied: [{operatorName: 'additionalProperties', reason: 'at least one additional property did not match the subschema', failingProperty: 'c', details: [{operatorName: 'bsonType', specifiedAs: {bsonType: 'int'}, reason: 'type did not match', consideredValue: 'x', consideredType: 'string'}]}]}
            """)
    void tellsWhatIsViolated(String filter, String document, String details) {
        assertThat(FilterMismatch.describe(
                        Filter.parse(BsonDocument.parse(filter), QueryContext.plain()), BsonDocument.parse(document)))
                .isEqualTo(BsonDocument.parse(details));
    }
}
