package io.counterpoint.query.update;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.filter.EqualityFields;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.update.operator.UpdateOperatorEntry;
import io.counterpoint.query.update.operator.UpdateOperators;
import io.counterpoint.query.update.path.ArrayFilters;
import io.counterpoint.query.update.path.PathUpdate;
import io.counterpoint.query.update.path.Sameness;
import io.counterpoint.query.update.path.UpdateContext;
import io.counterpoint.query.update.path.UpdatePath;
import io.counterpoint.query.update.path.UpdateTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** A document of update operators. */
final class OperatorUpdate extends Update {
    private final UpdateTree tree;
    private final QueryContext context;
    private final TouchedFields touchedFields;

    private OperatorUpdate(UpdateTree tree, QueryContext context) {
        super(UpdateKind.OPERATORS);
        this.tree = tree;
        this.context = context;
        Set<String> names = tree.updates().stream()
                .map(update -> update.path().parts().get(0))
                .collect(Collectors.toUnmodifiableSet());
        this.touchedFields = TouchedFields.of(names);
    }

    static OperatorUpdate parse(BsonDocument document, ArrayFilters filters, QueryContext context) {
        List<PathUpdate> updates = new ArrayList<>();
        for (Map.Entry<String, BsonValue> modifier : document.entrySet()) {
            UpdateOperatorEntry operator = UpdateOperators.find(modifier.getKey())
                    .orElseThrow(() -> failedToParse("Unknown modifier: " + modifier.getKey()
                            + ". Expected a valid update modifier or pipeline-style update specified as an array"));
            if (!modifier.getValue().isDocument()) {
                throw failedToParse("Modifiers operate on fields but we found type "
                        + BsonTypes.name(modifier.getValue())
                        + " instead. For example: {$mod: {<field>: ...}} not {"
                        + ValueText.element(modifier.getKey(), modifier.getValue()) + "}");
            }
            for (Map.Entry<String, BsonValue> field :
                    modifier.getValue().asDocument().entrySet()) {
                updates.addAll(operator.parser().parse(UpdatePath.parse(field.getKey()), field.getValue(), context));
            }
        }
        return new OperatorUpdate(UpdateTree.of(updates, filters, document), context);
    }

    @Override
    public UpdateOutcome apply(BsonDocument current, Filter matchedBy) {
        BsonDocument result = apply(current, new UpdateContext(current, matchedBy, context));
        return new UpdateOutcome(result == null ? current : result, result != null);
    }

    @Override
    public BsonDocument upsertDocument(Filter filter) {
        BsonDocument seed = EqualityFields.seed(EqualityFields.of(filter));
        BsonDocument result = apply(seed, new UpdateContext(seed, null, context));
        return IdField.first(result == null ? seed : result);
    }

    @Override
    public TouchedFields touchedFields() {
        return touchedFields;
    }

    private @Nullable BsonDocument apply(BsonDocument current, UpdateContext updateContext) {
        BsonDocument result = tree.apply(current, updateContext);
        if (result != null && touchedFields.contains(IdField.NAME)) {
            checkIdKept(current, result);
        }
        return result;
    }

    private void checkIdKept(BsonDocument before, BsonDocument after) {
        BsonValue oldId = before.get(IdField.NAME);
        BsonValue newId = after.get(IdField.NAME);
        if (oldId != null && (newId == null || !Sameness.same(oldId, newId))) {
            throw new CommandException(
                    ErrorCode.IMMUTABLE_FIELD,
                    "Performing an update on the path '"
                            + tree.firstPathWithin(IdField.NAME).orElse(IdField.NAME)
                            + "' would modify the immutable field '_id'");
        }
    }
}
