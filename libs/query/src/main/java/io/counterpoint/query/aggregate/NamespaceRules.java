package io.counterpoint.query.aggregate;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageAbility;
import io.counterpoint.query.aggregate.stage.Stages;
import java.util.List;

/** Which namespaces the first stage of a pipeline goes with. */
final class NamespaceRules {
    private static final String ADMIN = "admin";

    private NamespaceRules() {}

    static void check(List<Stage> stages, String database, String collection) {
        boolean hasCollection = !collection.isEmpty();
        if (stages.isEmpty()) {
            if (!hasCollection) {
                throw invalid("{aggregate: 1} is not valid for an empty pipeline.");
            }
            return;
        }
        String first = stages.get(0).name();
        boolean withoutCollection = Stages.of(stages.get(0)).can(StageAbility.WITHOUT_COLLECTION);
        if (first.equals("$currentOp") && (hasCollection || !database.equals(ADMIN))) {
            throw invalid("$currentOp must be run against the 'admin' database with {aggregate: 1}");
        }
        if (first.equals("$listSessions") && !(database.equals("config") && collection.equals("system.sessions"))) {
            throw invalid("$listSessions may only be run against config.system.sessions");
        }
        if (hasCollection && withoutCollection) {
            throw invalid("'" + first + "' can only be run with {aggregate: 1}");
        }
        if (!hasCollection && !withoutCollection) {
            throw invalid("{aggregate: 1} is not valid for '" + first + "'; a collection is required.");
        }
    }

    private static CommandException invalid(String text) {
        return new CommandException(ErrorCode.INVALID_NAMESPACE, text);
    }
}
