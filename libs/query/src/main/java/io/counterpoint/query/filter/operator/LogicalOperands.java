package io.counterpoint.query.filter.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.filter.FilterNode;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Reads the list of filters that {@code $and}, {@code $or} and {@code $nor} take. */
final class LogicalOperands {
    private LogicalOperands() {}

    static List<FilterNode> parse(FilterOperator.Use use) {
        if (!(use.operand() instanceof BsonArray array)) {
            throw new CommandException(ErrorCode.BAD_VALUE, use.name() + " must be an array");
        }
        if (array.isEmpty()) {
            throw new CommandException(ErrorCode.BAD_VALUE, "$and/$or/$nor must be a nonempty array");
        }
        List<FilterNode> nodes = new ArrayList<>(array.size());
        for (BsonValue element : array) {
            if (!(element instanceof BsonDocument document)) {
                throw new CommandException(ErrorCode.BAD_VALUE, "$or/$and/$nor entries need to be full objects");
            }
            nodes.add(use.parser().parseDocument(document));
        }
        return nodes;
    }
}
