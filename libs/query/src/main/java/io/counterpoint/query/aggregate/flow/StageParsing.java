package io.counterpoint.query.aggregate.flow;

import io.counterpoint.query.QueryContext;
import org.bson.BsonArray;

/** What the parser of a stage may ask of the pipeline it is part of. */
public interface StageParsing {
    /** Time and variables of the command. */
    QueryContext query();

    /**
     * Parses a pipeline inside the stage.
     *
     * @param nesting where it stands, which decides what it may hold
     * @param context variables of the inner pipeline
     * @throws io.counterpoint.base.error.CommandException as for any pipeline
     */
    NestedPipeline parse(BsonArray stages, Nesting nesting, QueryContext context);
}
