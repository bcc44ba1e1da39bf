package io.counterpoint.query.filter.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.filter.FilterNode;
import io.counterpoint.query.filter.schema.JsonSchema;
import org.bson.BsonDocument;

/**
 * {@code {$jsonSchema: schema}}: the document is as a schema demands. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/query/jsonSchema/">$jsonSchema</a>.
 */
final class JsonSchemaOperator {
    static final FilterOperator ENTRY =
            FilterOperator.ofDocument("$jsonSchema", "as a JSON schema demands", JsonSchemaOperator::parse);

    private JsonSchemaOperator() {}

    private static FilterNode parse(FilterOperator.Use use) {
        if (!(use.operand() instanceof BsonDocument schema)) {
            throw new CommandException(ErrorCode.TYPE_MISMATCH, "$jsonSchema must be an object");
        }
        return new FilterNode.Whole("$jsonSchema", schema, JsonSchema.parse(schema)::allows);
    }
}
