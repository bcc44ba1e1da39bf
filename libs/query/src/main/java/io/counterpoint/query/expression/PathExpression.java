package io.counterpoint.query.expression;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.path.PathReader;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code "$a.b"} and {@code "$$name.a.b"}: what a path leads to. Through an array it leads to the array of what it
 * leads to in its elements; a number is a field name only, never a position.
 *
 * <pre>
 * $a.b   { a: [ { b: 1 }, { b: 2 }, { }, 3 ] }   [ 1, 2 ]
 * $a.b   { a: 3 }                                missing
 * </pre>
 *
 * @param variable the variable the path starts from
 * @param path the fields to go through; null for none
 */
record PathExpression(String variable, @Nullable FieldPath path) implements Expression {
    private static final String ROOT = "ROOT";
    private static final String REMOVE = "REMOVE";

    /** What the {@code $redact} stage wants to hear; MongoDB has them as these strings too. */
    private static final Map<String, BsonString> REDACT_ANSWERS = Map.of(
            "DESCEND", new BsonString("descend"),
            "PRUNE", new BsonString("prune"),
            "KEEP", new BsonString("keep"));

    static Expression parse(String text, ExpressionParser parser) {
        if (!text.startsWith("$$")) {
            return new PathExpression(Variables.CURRENT, path(text.substring(1)));
        }
        String rest = text.substring(2);
        int dot = rest.indexOf('.');
        String name = dot < 0 ? rest : rest.substring(0, dot);
        @Nullable FieldPath path = dot < 0 ? null : path(rest.substring(dot + 1));
        if (name.isEmpty()) {
            throw new CommandException(ErrorCode.location(16869), "empty variable names are not allowed");
        }
        if (parser.knows(name)) {
            return new PathExpression(name, path);
        }
        return switch (name) {
            case ROOT, Variables.CURRENT, "NOW" -> new PathExpression(name, path);
            case REMOVE -> new ConstantExpression(null);
            case "DESCEND", "PRUNE", "KEEP" -> new ConstantExpression(path == null ? REDACT_ANSWERS.get(name) : null);
            default -> {
                VariableNames.check(name);
                throw new CommandException(ErrorCode.location(17276), "Use of undefined variable: " + name);
            }
        };
    }

    /** A dotted path, checked. */
    static FieldPath path(String dotted) {
        if (dotted.isEmpty()) {
            throw new CommandException(ErrorCode.location(16872), "'$' by itself is not a valid FieldPath");
        }
        if (dotted.endsWith(".")) {
            throw new CommandException(ErrorCode.location(40353), "FieldPath must not end with a '.'.");
        }
        FieldPath path = FieldPath.parse(dotted);
        for (String name : path.parts()) {
            if (name.isEmpty()) {
                throw new CommandException(
                        ErrorCode.location(15998), "FieldPath field names may not be empty strings.");
            }
            if (name.startsWith("$")) {
                throw new CommandException(
                        ErrorCode.location(16410),
                        "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
            }
            if (name.indexOf('\0') >= 0) {
                throw new CommandException(ErrorCode.location(16411), "FieldPath field names may not contain '\0'.");
            }
        }
        return path;
    }

    @Override
    public @Nullable BsonValue evaluate(BsonDocument root, Variables variables) {
        @Nullable
        BsonValue start =
                variable.equals(ROOT) || (variable.equals(Variables.CURRENT) && !variables.binds(Variables.CURRENT))
                        ? root
                        : variables.get(variable);
        if (path == null) {
            return start;
        }
        if (start instanceof BsonDocument document) {
            return PathReader.expressionValue(document, path);
        }
        return start instanceof BsonArray array ? ofElements(array, path) : null;
    }

    private static BsonArray ofElements(BsonArray array, FieldPath path) {
        BsonArray values = new BsonArray();
        for (BsonValue element : array) {
            @Nullable
            BsonValue value =
                    element instanceof BsonDocument document ? PathReader.expressionValue(document, path) : null;
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }
}
