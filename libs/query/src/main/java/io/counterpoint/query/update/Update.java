package io.counterpoint.query.update;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.update.path.ArrayFilters;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A parsed update: what {@code u} of an update statement or {@code update} of {@code findAndModify} says. Immutable;
 * any thread; one update may be applied to many documents.
 *
 * <p>{@code _id} is immutable: an update that would change it is refused with ImmutableField. Shard keys are the
 * caller's matter; {@link #touchedFields} tells whether one is at stake.
 */
public abstract sealed class Update permits ReplacementUpdate, OperatorUpdate, PipelineUpdate {
    private final UpdateKind kind;

    Update(UpdateKind kind) {
        this.kind = kind;
    }

    /**
     * Parses an update.
     *
     * @param update a document whose first field begins with a dollar (operators), any other document (replacement), or
     *     an array (pipeline); kept, not copied
     * @param arrayFilters null for none
     * @param context time and variables; constants of a pipeline update ({@code c}) are variables too
     * @throws CommandException FailedToParse, BadValue and others, with MongoDB's text, for what is no update
     */
    public static Update parse(BsonValue update, @Nullable BsonArray arrayFilters, QueryContext context) {
        ArrayFilters filters = ArrayFilters.parse(arrayFilters, context);
        if (update.isArray()) {
            if (!filters.isEmpty()) {
                throw failedToParse("arrayFilters may not be specified for pipeline-style updates");
            }
            return PipelineUpdate.parse(update.asArray(), context);
        }
        if (!update.isDocument()) {
            throw failedToParse("Update argument must be either an object or an array");
        }
        BsonDocument document = update.asDocument();
        if (!document.isEmpty() && document.getFirstKey().startsWith("$")) {
            return OperatorUpdate.parse(document, filters, context);
        }
        if (!filters.isEmpty()) {
            throw failedToParse("arrayFilters may not be specified for replacement-style updates");
        }
        return ReplacementUpdate.parse(document);
    }

    /** Which of the three forms it is. */
    public final UpdateKind kind() {
        return kind;
    }

    /** Whether it replaces whole documents, so that {@code multi} must be refused. */
    public final boolean isReplacement() {
        return kind == UpdateKind.REPLACEMENT;
    }

    /**
     * Refuses {@code multi: true} for a replacement.
     *
     * @throws CommandException FailedToParse
     */
    public final void checkMulti(boolean multi) {
        if (multi && isReplacement()) {
            throw failedToParse("multi update is not supported for replacement-style update");
        }
    }

    /**
     * The document to store instead of one that was found.
     *
     * @param current never changed
     * @param matchedBy the filter that found it: says what {@code $} stands for
     * @throws CommandException as the operators say; nothing has happened then
     */
    public abstract UpdateOutcome apply(BsonDocument current, Filter matchedBy);

    /**
     * The document that an upsert inserts. Comes without {@code _id} when neither filter nor update gives one: making
     * one is the caller's. {@code _id} stands first when there is one.
     *
     * @param filter the one that found nothing; the fields that it fixes by equality are where operators and pipelines
     *     start from, a replacement takes its {@code _id}
     * @throws CommandException as for {@link #apply}; NotSingleValueField when the filter fixes a field twice
     */
    public abstract BsonDocument upsertDocument(Filter filter);

    /** Which top-level fields may change. */
    public abstract TouchedFields touchedFields();

    static CommandException failedToParse(String text) {
        return new CommandException(ErrorCode.FAILED_TO_PARSE, text);
    }
}
