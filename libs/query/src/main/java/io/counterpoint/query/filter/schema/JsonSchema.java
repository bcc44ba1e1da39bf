package io.counterpoint.query.filter.schema;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A schema of draft 4 with MongoDB's extensions. Immutable; any thread. A keyword about one type of value allows all
 * values of other types. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/query/jsonSchema/">$jsonSchema</a>.
 */
public final class JsonSchema {
    private static final Map<String, Keyword> KEYWORDS = Stream.of(
                    ArrayKeywords.ALL,
                    LogicKeywords.ALL,
                    NumberKeywords.ALL,
                    ObjectKeywords.ALL,
                    TextKeywords.ALL,
                    TypeKeywords.ALL)
            .flatMap(keywords -> keywords.entrySet().stream())
            .collect(toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

    /** Words of the draft that MongoDB does not take either. */
    private static final Set<String> UNSUPPORTED = Set.of("$ref", "$schema", "default", "definitions", "format", "id");

    private final List<Rule> rules;

    private JsonSchema(List<Rule> rules) {
        this.rules = List.copyOf(rules);
    }

    /** What one keyword demands. */
    @FunctionalInterface
    interface Rule {
        boolean allows(BsonValue value);
    }

    /** Reads what stands under a keyword. */
    @FunctionalInterface
    interface Keyword {
        /**
         * Reads it.
         *
         * @param schema the document the keyword stands in: some keywords depend on others
         * @return null when the keyword demands nothing by itself
         */
        @Nullable
        Rule parse(String name, BsonValue operand, BsonDocument schema);
    }

    /**
     * Parses a schema.
     *
     * @throws io.counterpoint.base.error.CommandException FailedToParse (9) for a keyword that there is not,
     *     TypeMismatch (14) for one with a wrong operand
     */
    public static JsonSchema parse(BsonDocument schema) {
        List<Rule> rules = new ArrayList<>();
        for (Map.Entry<String, BsonValue> entry : schema.entrySet()) {
            String name = entry.getKey();
            if (UNSUPPORTED.contains(name)) {
                throw Operands.refusal("$jsonSchema keyword '" + name + "' is not currently supported");
            }
            @Nullable Keyword keyword = KEYWORDS.get(name);
            if (keyword == null) {
                throw Operands.refusal("Unknown $jsonSchema keyword: " + name);
            }
            @Nullable Rule rule = keyword.parse(name, entry.getValue(), schema);
            if (rule != null) {
                rules.add(rule);
            }
        }
        return new JsonSchema(rules);
    }

    /** Whether a value satisfies all keywords. */
    public boolean allows(BsonValue value) {
        for (Rule rule : rules) {
            if (!rule.allows(value)) {
                return false;
            }
        }
        return true;
    }
}
