package io.counterpoint.query.update.operator;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The list of update operators, sorted by name. */
public final class UpdateOperators {
    private static final List<UpdateOperatorEntry> ENTRIES = List.of(
            new UpdateOperatorEntry("$addToSet", "adds values to an array that lacks them", AddToSetOperator::parse),
            new UpdateOperatorEntry("$bit", "bitwise and, or, xor of an integer", BitOperator::parse),
            new UpdateOperatorEntry("$currentDate", "sets the current date or timestamp", CurrentDateOperator::parse),
            new UpdateOperatorEntry("$inc", "adds to a number", IncOperator::parse),
            new UpdateOperatorEntry("$max", "sets a value that is greater", MaxOperator::parse),
            new UpdateOperatorEntry("$min", "sets a value that is less", MinOperator::parse),
            new UpdateOperatorEntry("$mul", "multiplies a number", MulOperator::parse),
            new UpdateOperatorEntry("$pop", "removes the first or last element of an array", PopOperator::parse),
            new UpdateOperatorEntry("$pull", "removes the elements that match a condition", PullOperator::parse),
            new UpdateOperatorEntry("$pullAll", "removes the elements equal to listed values", PullAllOperator::parse),
            new UpdateOperatorEntry("$push", "adds elements, sorts and cuts an array", PushOperator::parse),
            new UpdateOperatorEntry("$rename", "moves a value to another path", RenameOperator::parse),
            new UpdateOperatorEntry("$set", "sets a value", SetOperator::parse),
            new UpdateOperatorEntry("$setOnInsert", "sets a value when an upsert inserts", SetOnInsertOperator::parse),
            new UpdateOperatorEntry("$unset", "removes a field", UnsetOperator::parse));

    private static final Map<String, UpdateOperatorEntry> BY_NAME =
            ENTRIES.stream().collect(Collectors.toUnmodifiableMap(UpdateOperatorEntry::name, Function.identity()));

    private UpdateOperators() {}

    /** All entries, sorted by name. */
    public static List<UpdateOperatorEntry> entries() {
        return ENTRIES;
    }

    /** The entry of a name with its dollar. */
    public static Optional<UpdateOperatorEntry> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }
}
