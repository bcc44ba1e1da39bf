package io.counterpoint.query.projection;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.Truth;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import io.counterpoint.query.filter.Filter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Parses one projection; used once. */
final class ProjectionParser {
    private static final String ID = "_id";

    private final QueryContext context;
    private final @Nullable Filter filter;
    private final List<Mention> mentions = new ArrayList<>();
    private final List<ArrayCut> cuts = new ArrayList<>();
    private @Nullable Boolean inclusion;
    private @Nullable Boolean idShown;
    private boolean positional;
    private boolean elemMatch;

    /** A field that is mentioned, to be computed by an expression if there is one. */
    private record Mention(String path, @Nullable Expression expression) {}

    /**
     * A parser.
     *
     * @param filter of the query; null for stages, which have no operators of {@code find}
     */
    ProjectionParser(QueryContext context, @Nullable Filter filter) {
        this.context = context;
        this.filter = filter;
    }

    Projection parse(BsonDocument projection) {
        projection.forEach((name, value) -> parseField(name, value, ""));
        boolean includes = inclusion != null ? inclusion : elemMatch || (idShown != null && idShown);
        if (projection.isEmpty() || (!includes && mentions.isEmpty() && !Boolean.FALSE.equals(idShown))) {
            return new Projection(null, cuts, Variables.of(context));
        }
        ProjectionNode tree = new ProjectionNode(includes ? ProjectionNode.Rest.DROPPED : ProjectionNode.Rest.KEPT);
        if (includes ? !Boolean.FALSE.equals(idShown) && !idMentioned() : Boolean.FALSE.equals(idShown)) {
            tree.mention(ID);
        }
        mentions.forEach(mention -> add(tree, mention));
        if (includes) {
            cuts.forEach(cut -> {
                if (cut instanceof SliceCut slice) {
                    add(tree, new Mention(slice.path().text(), null));
                }
            });
        }
        return new Projection(tree, cuts, Variables.of(context));
    }

    Projection parseProject(BsonDocument specification) {
        if (specification.isEmpty()) {
            throw refusal(
                    51272, "Invalid $project :: caused by :: projection specification must have at least one field");
        }
        return parse(specification);
    }

    Projection parseAddFields(BsonDocument specification) {
        if (specification.isEmpty()) {
            throw refusal(40177, "Invalid $addFields :: caused by :: specification must have at least one field");
        }
        ProjectionNode tree = new ProjectionNode(ProjectionNode.Rest.KEPT_ALL);
        addFields(specification, "", tree);
        return new Projection(tree, cuts, Variables.of(context));
    }

    private void addFields(BsonDocument specification, String prefix, ProjectionNode tree) {
        for (Map.Entry<String, BsonValue> field : specification.entrySet()) {
            String path = checkedPath(prefix, field.getKey());
            BsonValue value = field.getValue();
            if (value instanceof BsonDocument nested && !isOperator(nested)) {
                if (nested.isEmpty()) {
                    throw emptyNested(path);
                }
                addFields(nested, path + ".", tree);
            } else {
                add(tree, new Mention(path, Expression.parse(value, context)));
            }
        }
    }

    private void parseField(String name, BsonValue value, String prefix) {
        if (filter != null && isPositional(prefix + name)) {
            parsePositional(prefix + name, value);
            return;
        }
        String path = checkedPath(prefix, name);
        if (value instanceof BsonDocument document) {
            parseDocument(path, document);
        } else if (value.isBoolean() || value instanceof BsonNumber) {
            mention(path, Truth.of(value));
        } else {
            compute(path, value);
        }
    }

    private void parseDocument(String path, BsonDocument document) {
        if (document.isEmpty()) {
            throw emptyNested(path);
        }
        if (!isOperator(document)) {
            document.forEach((name, value) -> parseField(name, value, path + "."));
            return;
        }
        String operator = document.getFirstKey();
        if (operator.equals("$meta")) {
            throw new CommandException(ErrorCode.COMMAND_NOT_SUPPORTED, "$meta is not supported");
        }
        if (filter != null && operator.equals("$elemMatch")) {
            parseElemMatch(path, document, document.entrySet().iterator().next().getValue());
        } else if (filter != null && operator.equals("$slice")) {
            parseSlice(path, document);
        } else {
            compute(path, document);
        }
    }

    private void mention(String path, boolean shown) {
        if (path.equals(ID)) {
            idShown = shown;
            return;
        }
        decide(path, shown);
        mentions.add(new Mention(path, null));
    }

    /** The first field that is not {@code _id} decides what kind of projection it is. */
    private void decide(String path, boolean shown) {
        if (inclusion == null) {
            inclusion = shown;
        } else if (shown && !inclusion) {
            throw refusal(31253, "Cannot do inclusion on field " + path + " in exclusion projection");
        } else if (!shown && inclusion) {
            throw refusal(31254, "Cannot do exclusion on field " + path + " in inclusion projection");
        }
    }

    private void compute(String path, BsonValue expression) {
        if (Boolean.FALSE.equals(inclusion)) {
            throw refusal(31252, "Cannot use expression other than $meta in exclusion projection");
        }
        inclusion = true;
        mentions.add(new Mention(path, Expression.parse(expression, context)));
    }

    private void parseElemMatch(String path, BsonDocument document, BsonValue operand) {
        if (document.size() != 1) {
            throw refusal(
                    15983,
                    "An object representing an expression must have exactly one field: " + ValueText.of(document));
        }
        if (path.indexOf('.') >= 0) {
            throw refusal(31275, "Cannot use $elemMatch projection on a nested field.");
        }
        if (positional) {
            throw refusal(31255, "Cannot specify positional operator and $elemMatch.");
        }
        elemMatch = true;
        mentions.add(new Mention(path, ElemMatchProjection.parse(path, operand, context)));
    }

    private void parsePositional(String path, BsonValue value) {
        if (!path.endsWith(".$") || path.indexOf(".$.") >= 0 || path.equals(".$")) {
            throw refusal(
                    31394,
                    "As of 4.4, it's illegal to specify positional operator in the middle of a path."
                            + "Positional projection may only be used at the end, for example: a.b.$. If the query "
                            + "previously used a form like a.b.$.d, remove the parts following the '$' and the results "
                            + "will be equivalent.");
        }
        if (!(value.isBoolean() || value instanceof BsonNumber)) {
            throw refusal(31271, "positional projection cannot be used with a literal or expression");
        }
        if (!Truth.of(value) || Boolean.FALSE.equals(inclusion)) {
            throw refusal(31395, "positional projection cannot be used with exclusion");
        }
        if (positional) {
            throw refusal(31276, "Cannot specify more than one positional projection per query.");
        }
        if (elemMatch) {
            throw refusal(31256, "Cannot specify positional operator and $elemMatch.");
        }
        positional = true;
        inclusion = true;
        String arrayPath = checkedPath("", path.substring(0, path.length() - 2));
        mentions.add(new Mention(arrayPath, null));
        if (filter != null) {
            cuts.add(new PositionalCut(FieldPath.parse(arrayPath), filter));
        }
    }

    /**
     * {@code $slice} is an operator of {@code find} where its argument reads like that, else the expression of the same
     * name.
     */
    private void parseSlice(String path, BsonDocument document) {
        BsonValue argument = document.get("$slice");
        FieldPath arrayPath = FieldPath.parse(path);
        if (document.size() == 1 && argument instanceof BsonNumber) {
            cuts.add(SliceCut.of(arrayPath, clamped(argument)));
            return;
        }
        String mismatch = "Location31273: $slice only supports numbers and [skip, limit] arrays";
        if (argument instanceof BsonArray array) {
            boolean pair =
                    array.size() == 2 && array.get(0) instanceof BsonNumber && array.get(1) instanceof BsonNumber;
            if (pair && clamped(array.get(1)) > 0) {
                cuts.add(new SliceCut(arrayPath, clamped(array.get(0)), clamped(array.get(1))));
                return;
            }
            mismatch = "Location31272: $slice array argument should be of form [skip, limit]";
        }
        try {
            compute(path, document);
        } catch (CommandException e) {
            if (e.code().number() != 28667) {
                throw e;
            }
            throw refusal(
                    28667,
                    "Invalid $slice syntax. The given syntax " + ValueText.of(document)
                            + " did not match the find() syntax because :: " + mismatch
                            + " :: The given syntax did not match the expression $slice syntax. :: caused by :: "
                            + e.text());
        }
    }

    /** A number cut to 32 bits without its fraction. */
    private static int clamped(BsonValue number) {
        return (int) Numbers.toDouble(number);
    }

    private boolean idMentioned() {
        return mentions.stream()
                .anyMatch(mention -> mention.path().equals(ID) || mention.path().startsWith(ID + "."));
    }

    private static void add(ProjectionNode tree, Mention mention) {
        FieldPath path = FieldPath.parse(mention.path());
        ProjectionNode node = tree;
        for (int i = 0; i < path.size() - 1; i++) {
            if (node.hasLeaf(path.part(i))) {
                throw refusal(
                        31250,
                        "Path collision at " + mention.path() + " remaining portion "
                                + path.from(i + 1).text());
            }
            node = node.child(path.part(i));
        }
        String last = path.last();
        if (node.hasLeaf(last) || node.hasChild(last)) {
            throw refusal(31249, "Path collision at " + mention.path());
        }
        if (mention.expression() == null) {
            node.mention(last);
        } else {
            node.compute(last, mention.expression());
        }
    }

    private static boolean isPositional(String path) {
        return path.endsWith(".$") || path.indexOf(".$.") >= 0 || path.equals("$");
    }

    private static boolean isOperator(BsonDocument document) {
        return !document.isEmpty() && document.getFirstKey().startsWith("$");
    }

    private static String checkedPath(String prefix, String name) {
        if (name.isEmpty()) {
            throw refusal(40352, "FieldPath cannot be constructed with empty string");
        }
        if (name.endsWith(".")) {
            throw refusal(40353, "FieldPath must not end with a '.'.");
        }
        for (String part : FieldPath.parse(name).parts()) {
            if (part.isEmpty()) {
                throw refusal(15998, "FieldPath field names may not be empty strings.");
            }
            if (part.startsWith("$")) {
                throw refusal(
                        16410, "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
            }
        }
        return prefix + name;
    }

    private static CommandException emptyNested(String path) {
        return refusal(51270, "An empty sub-projection is not a valid value. Found empty object at path " + path);
    }

    private static CommandException refusal(int code, String text) {
        return new CommandException(ErrorCode.location(code), text);
    }
}
