package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.LookaheadIterator;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.flow.StageSplit;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$unwind: "$path"}}: a document for each element of an array.
 *
 * <pre>
 * {_id: 1, a: [5, 6]}     {_id: 1, a: 5}, {_id: 1, a: 6}
 * {_id: 2, a: 7}          {_id: 2, a: 7}
 * {_id: 3}, {_id: 4, a: []}    nothing, or themselves (without a) if preserveNullAndEmptyArrays
 * </pre>
 *
 * <p>Source: MongoDB manual, "$unwind (aggregation)".
 *
 * @param path without the dollar
 * @param indexPath where the element's index goes; null for nowhere
 * @param preserve whether documents without elements stay
 */
record UnwindStage(String path, @Nullable String indexPath, boolean preserve) implements Stage {
    static final String NAME = "$unwind";

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        if (argument.isString()) {
            return List.of(new UnwindStage(path(argument.asString().getValue()), null, false));
        }
        if (!argument.isDocument()) {
            throw StageErrors.location(
                    15981,
                    "expected either a string or an object as specification for $unwind stage, got "
                            + BsonTypes.name(argument));
        }
        return List.of(parseOptions(argument.asDocument()));
    }

    @Override
    public BsonDocument toBson() {
        BsonDocument options = new BsonDocument("path", new BsonString("$" + path));
        if (indexPath != null) {
            options.append("includeArrayIndex", new BsonString(indexPath));
        }
        if (preserve) {
            options.append("preserveNullAndEmptyArrays", BsonBoolean.TRUE);
        }
        return new BsonDocument(NAME, options);
    }

    @Override
    public StageSplit split() {
        return new StageSplit.OnShards();
    }

    @Override
    public DocumentIterator apply(DocumentIterator input, StageContext context) {
        return new Unwinding(input);
    }

    private static UnwindStage parseOptions(BsonDocument options) {
        String path = null;
        String indexPath = null;
        boolean preserve = false;
        for (Map.Entry<String, BsonValue> option : options.entrySet()) {
            BsonValue value = option.getValue();
            switch (option.getKey()) {
                case "path" -> path = pathOption(value);
                case "preserveNullAndEmptyArrays" -> preserve = preserveOption(value);
                case "includeArrayIndex" -> indexPath = indexOption(value);
                default ->
                    throw StageErrors.location(28811, "unrecognized option to $unwind stage: " + option.getKey());
            }
        }
        if (path == null) {
            throw StageErrors.location(28812, "no path specified to $unwind stage");
        }
        return new UnwindStage(path(path), indexPath, preserve);
    }

    private static String pathOption(BsonValue value) {
        if (!value.isString()) {
            throw StageErrors.location(
                    28808, "expected a string as the path for $unwind stage, got " + BsonTypes.name(value));
        }
        return value.asString().getValue();
    }

    private static boolean preserveOption(BsonValue value) {
        if (!value.isBoolean()) {
            throw StageErrors.location(
                    28809,
                    "expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage, got "
                            + BsonTypes.name(value));
        }
        return value.asBoolean().getValue();
    }

    private static String indexOption(BsonValue value) {
        if (!value.isString() || value.asString().getValue().isEmpty()) {
            throw StageErrors.location(
                    28810,
                    "expected a non-empty string for the includeArrayIndex  option to $unwind stage, got "
                            + BsonTypes.name(value));
        }
        String path = value.asString().getValue();
        if (path.startsWith("$")) {
            throw StageErrors.location(
                    28822, "includeArrayIndex option to $unwind stage should not be prefixed with a '$': " + path);
        }
        return FieldNames.checkPath(path);
    }

    private static String path(String dollarPath) {
        if (!dollarPath.startsWith("$") || dollarPath.length() == 1) {
            throw StageErrors.location(
                    28818, "path option to $unwind stage should be prefixed with a '$': " + dollarPath);
        }
        return FieldNames.checkPath(dollarPath.substring(1));
    }

    /** The elements of the document at hand, then the next document. */
    private final class Unwinding extends LookaheadIterator {
        private final DocumentIterator input;
        private BsonDocument current = new BsonDocument();
        private BsonArray elements = new BsonArray();
        private int nextIndex;

        Unwinding(DocumentIterator input) {
            this.input = input;
        }

        @Override
        protected @Nullable BsonDocument advance() {
            while (nextIndex == elements.size()) {
                if (!input.hasNext()) {
                    return null;
                }
                BsonDocument whole = open(input.next());
                if (whole != null) {
                    return whole;
                }
            }
            BsonDocument element = DocumentEdit.put(current, path, elements.get(nextIndex));
            BsonDocument result = withIndex(element, new BsonInt64(nextIndex));
            nextIndex++;
            return result;
        }

        /** Takes up a document; returns what comes out at once if it has no elements to walk. */
        private @Nullable BsonDocument open(BsonDocument document) {
            BsonValue value = DocumentEdit.get(document, path);
            if (value instanceof BsonArray array && !array.isEmpty()) {
                current = document;
                elements = array;
                nextIndex = 0;
                return null;
            }
            boolean empty = value == null || value.isNull() || value.isArray() || isUndefined(value);
            if (empty && !preserve) {
                return null;
            }
            BsonDocument whole = value != null && value.isArray() ? DocumentEdit.remove(document, path) : document;
            return withIndex(whole, BsonNull.VALUE);
        }

        private BsonDocument withIndex(BsonDocument document, BsonValue index) {
            return indexPath == null ? document : DocumentEdit.put(document, indexPath, index);
        }

        @Override
        public void close() {
            input.close();
        }
    }

    private static boolean isUndefined(BsonValue value) {
        return value.getBsonType() == BsonType.UNDEFINED;
    }
}
