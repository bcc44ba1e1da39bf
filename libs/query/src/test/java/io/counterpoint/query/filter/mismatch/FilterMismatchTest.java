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
            {$nor: [{a: 1}]} | {a: 1} | {operatorName: '$nor', clausesSatisfied: [{index: 0, details: {operatorName: '$eq', specifiedAs: {a: 1}, reason: 'comparison succeeded'}}]}
            {$jsonSchema: {required: ['a', 'b']}} | {a: 1} | {operatorName: '$jsonSchema', schemaRulesNotSatisfied: [{operatorName: 'required', specifiedAs: {required: ['a', 'b']}, missingProperties: ['b']}]}
            {$jsonSchema: {properties: {a: {bsonType: 'int'}}}} | {a: 'x'} | {operatorName: '$jsonSchema', schemaRulesNotSatisfied: [{operatorName: 'properties', propertiesNotSatisfied: [{propertyName: 'a', details: [{operatorName: 'bsonType', specifiedAs: {bsonType: 'int'}, reason: 'type did not match', consideredValue: 'x', consideredType: 'string'}]}]}]}
            {$jsonSchema: {properties: {a: {}}, additionalProperties: false}} | {a: 1, c: 2} | {operatorName: '$jsonSchema', schemaRulesNotSatisfied: [{operatorName: 'additionalProperties', specifiedAs: {additionalProperties: false}, additionalProperties: ['c']}]}
            """)
    void tellsWhatIsViolated(String filter, String document, String details) {
        assertThat(FilterMismatch.describe(
                        Filter.parse(BsonDocument.parse(filter), QueryContext.plain()), BsonDocument.parse(document)))
                .isEqualTo(BsonDocument.parse(details));
    }
}
