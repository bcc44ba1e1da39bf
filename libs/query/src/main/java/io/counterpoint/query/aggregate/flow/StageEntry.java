package io.counterpoint.query.aggregate.flow;

import java.util.List;
import java.util.Set;
import org.bson.BsonValue;

/**
 * An entry of the list of stages.
 *
 * @param name with the dollar
 * @param help one line
 * @param parser reads the stage's argument
 * @param abilities what the stage may and must
 */
public record StageEntry(String name, String help, Parser parser, Set<StageAbility> abilities) {
    /** Copies the abilities. */
    public StageEntry {
        abilities = Set.copyOf(abilities);
    }

    /** Reads the argument of a stage. */
    @FunctionalInterface
    public interface Parser {
        /**
         * The stage; several when it is a short form of others, as {@code $count} is.
         *
         * @throws io.counterpoint.base.error.CommandException for an argument that the stage does not take
         */
        List<Stage> parse(BsonValue argument, StageParsing parsing);
    }

    /** Whether the stage has an ability. */
    public boolean can(StageAbility ability) {
        return abilities.contains(ability);
    }
}
