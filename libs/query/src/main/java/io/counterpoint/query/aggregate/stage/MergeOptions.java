package io.counterpoint.query.aggregate.stage;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.aggregate.flow.Nesting;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The argument of {@code $merge}.
 *
 * @param target where to write
 * @param on the fields that identify a document; empty for the target's own
 * @param matched what to do with a document that is there
 * @param notMatched what to do with one that is not
 * @param let variables of the pipeline
 * @param pipeline for {@link Matched#PIPELINE}; else empty
 */
record MergeOptions(
        TargetCollection target,
        List<String> on,
        Matched matched,
        NotMatched notMatched,
        Map<String, Expression> let,
        List<BsonDocument> pipeline) {
    private static final String NEW = "new";
    private static final BsonValue ROOT = new BsonString("$$ROOT");

    /** The values of {@code whenMatched}. */
    enum Matched {
        /** The result takes the place of the document. */
        REPLACE("replace"),
        /** The document stays. */
        KEEP_EXISTING("keepExisting"),
        /** The result's fields are set in the document. */
        MERGE("merge"),
        /** The write fails. */
        FAIL("fail"),
        /** A pipeline computes the document; not a name, but an array. */
        PIPELINE("pipeline");

        private final String word;

        Matched(String word) {
            this.word = word;
        }
    }

    /** The values of {@code whenNotMatched}. */
    enum NotMatched {
        /** The result is inserted. */
        INSERT("insert"),
        /** Nothing happens. */
        DISCARD("discard"),
        /** The write fails. */
        FAIL("fail");

        private final String word;

        NotMatched(String word) {
            this.word = word;
        }
    }

    /** Variables of the pipeline for one result. */
    BsonDocument constants(BsonDocument document, Variables variables) {
        BsonDocument constants = new BsonDocument();
        let.forEach((name, expression) -> {
            BsonValue value = expression.evaluate(document, variables);
            constants.put(name, value == null ? BsonNull.VALUE : value);
        });
        return constants;
    }

    static MergeOptions parse(BsonValue argument, StageParsing parsing) {
        if (argument.isString()) {
            TargetCollection target =
                    new TargetCollection(null, argument.asString().getValue());
            return new MergeOptions(target, List.of(), Matched.MERGE, NotMatched.INSERT, Map.of(), List.of());
        }
        if (!argument.isDocument()) {
            throw StageErrors.location(
                    51182, "$merge only supports a string or object argument, but found " + BsonTypes.name(argument));
        }
        BsonDocument options = argument.asDocument();
        options.keySet().forEach(MergeOptions::checkName);
        Matched matched = matched(options.get("whenMatched"));
        NotMatched notMatched = notMatched(options.get("whenNotMatched"));
        checkModes(matched, notMatched);
        BsonDocument let = let(options.get("let"), matched, notMatched);
        BsonValue whenMatched = options.get("whenMatched");
        List<BsonDocument> pipeline = matched == Matched.PIPELINE && whenMatched != null
                ? pipeline(whenMatched.asArray(), let, parsing)
                : List.of();
        Map<String, Expression> variables = new LinkedHashMap<>();
        let.forEach((name, value) -> variables.put(name, Expression.parse(value, parsing.query())));
        return new MergeOptions(
                target(options.get("into")), on(options.get("on")), matched, notMatched, variables, pipeline);
    }

    private static void checkName(String option) {
        switch (option) {
            case "into", "on", "let", "whenMatched", "whenNotMatched" -> {}
            default -> throw StageErrors.unknownField("$merge." + option);
        }
    }

    private static TargetCollection target(@Nullable BsonValue into) {
        if (into == null) {
            throw StageErrors.missingField("$merge.into");
        }
        if (into.isString()) {
            return new TargetCollection(null, into.asString().getValue());
        }
        if (!into.isDocument()) {
            throw StageErrors.location(
                    51178,
                    "$merge 'into' field  must be either a string or an object, but found " + BsonTypes.name(into));
        }
        return TargetCollection.parse("$merge.into", into.asDocument());
    }

    private static List<String> on(@Nullable BsonValue on) {
        if (on == null) {
            return List.of();
        }
        if (on.isString()) {
            return List.of(on.asString().getValue());
        }
        if (!on.isArray()) {
            throw StageErrors.location(
                    51186,
                    "$merge 'on' field  must be either a string or an array of strings, but found "
                            + BsonTypes.name(on));
        }
        if (on.asArray().isEmpty()) {
            throw StageErrors.location(51187, "If explicitly specifying $merge 'on', must include at least one field");
        }
        List<String> fields = new ArrayList<>();
        for (BsonValue field : on.asArray()) {
            if (!field.isString()) {
                throw StageErrors.location(
                        51134, "$merge 'on' array elements must be strings, but found " + BsonTypes.name(field));
            }
            fields.add(field.asString().getValue());
        }
        return fields;
    }

    private static Matched matched(@Nullable BsonValue value) {
        if (value == null) {
            return Matched.MERGE;
        }
        if (value.isArray()) {
            return Matched.PIPELINE;
        }
        if (!value.isString()) {
            throw StageErrors.location(
                    51191,
                    "$merge 'whenMatched' field  must be either a string or an array, but found "
                            + BsonTypes.name(value));
        }
        String word = value.asString().getValue();
        for (Matched mode : Matched.values()) {
            if (mode != Matched.PIPELINE && mode.word.equals(word)) {
                return mode;
            }
        }
        throw notEnumerated(word, "whenMatched");
    }

    private static NotMatched notMatched(@Nullable BsonValue value) {
        if (value == null) {
            return NotMatched.INSERT;
        }
        if (!value.isString()) {
            throw StageErrors.wrongType("$merge.whenNotMatched", value, "string");
        }
        String word = value.asString().getValue();
        for (NotMatched mode : NotMatched.values()) {
            if (mode.word.equals(word)) {
                return mode;
            }
        }
        throw notEnumerated(word, "whenNotMatched");
    }

    private static void checkModes(Matched matched, NotMatched notMatched) {
        boolean insertOnly = matched == Matched.KEEP_EXISTING || matched == Matched.FAIL;
        if (insertOnly && notMatched != NotMatched.INSERT) {
            throw StageErrors.location(
                    51181,
                    "Combination of $merge modes 'whenMatched: " + matched.word + "' and 'whenNotMatched: "
                            + notMatched.word + "' is not supported");
        }
    }

    /**
     * The variables with {@code new}, which stands for the result unless other variables are given and nothing is
     * inserted.
     */
    private static BsonDocument let(@Nullable BsonValue let, Matched matched, NotMatched notMatched) {
        if (let != null && !let.isDocument()) {
            throw StageErrors.wrongType("$merge.let", let, "object");
        }
        if (matched != Matched.PIPELINE) {
            if (let != null) {
                throw StageErrors.location(
                        51199, "Cannot use 'let' variables with 'whenMatched: " + matched.word + "' mode");
            }
            return new BsonDocument();
        }
        if (let == null) {
            return new BsonDocument(NEW, ROOT);
        }
        BsonDocument variables = let.asDocument().clone();
        BsonValue given = variables.get(NEW);
        if (given != null && !given.equals(ROOT)) {
            throw StageErrors.location(
                    51273, "'let' may not define a value for the reserved 'new' variable other than '$$ROOT'");
        }
        if (notMatched == NotMatched.INSERT) {
            variables.put(NEW, ROOT);
        }
        return variables;
    }

    private static List<BsonDocument> pipeline(BsonArray stages, BsonDocument let, StageParsing parsing) {
        BsonDocument names = parsing.query().let().clone();
        let.keySet().forEach(name -> names.put(name, BsonNull.VALUE));
        parsing.parse(stages, Nesting.UPDATE, parsing.query().withLet(names));
        return stages.stream().map(BsonValue::asDocument).toList();
    }

    private static CommandException notEnumerated(String word, String option) {
        return new CommandException(
                ErrorCode.BAD_VALUE,
                "Enumeration value '" + word + "' for field '$merge." + option + "' is not a valid value.");
    }
}
