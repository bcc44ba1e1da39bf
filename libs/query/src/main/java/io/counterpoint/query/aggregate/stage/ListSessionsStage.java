package io.counterpoint.query.aggregate.stage;

import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.flow.StageSplit;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code {$listLocalSessions: {…}}} and {@code {$listSessions: {…}}}: the logical sessions that this process knows.
 * Sessions live in the process that clients are connected to, so both names list the same.
 *
 * <p>Source: MongoDB manual, "$listLocalSessions", "$listSessions".
 *
 * @param name which of the two
 * @param options whose sessions
 */
record ListSessionsStage(String name, BsonDocument options) implements Stage {
    static final String NAME = "$listSessions";
    static final String LOCAL_NAME = "$listLocalSessions";

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        return List.of(new ListSessionsStage(NAME, options(NAME, argument)));
    }

    static List<Stage> parseLocal(BsonValue argument, StageParsing parsing) {
        return List.of(new ListSessionsStage(LOCAL_NAME, options(LOCAL_NAME, argument)));
    }

    @Override
    public BsonDocument toBson() {
        return new BsonDocument(name, options);
    }

    @Override
    public StageSplit split() {
        return new StageSplit.OnRouter();
    }

    @Override
    public DocumentIterator apply(DocumentIterator input, StageContext context) {
        input.close();
        return context.environment().listLocalSessions(options);
    }

    private static BsonDocument options(String name, BsonValue argument) {
        if (!argument.isDocument()) {
            throw StageErrors.wrongType(name, argument, "object");
        }
        for (String option : argument.asDocument().keySet()) {
            if (!option.equals("allUsers") && !option.equals("users")) {
                throw StageErrors.unknownField(name + "." + option);
            }
        }
        return argument.asDocument();
    }
}
