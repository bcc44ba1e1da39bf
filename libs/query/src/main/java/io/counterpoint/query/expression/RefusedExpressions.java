package io.counterpoint.query.expression;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.util.List;

/**
 * Operators of MongoDB that this server does not have: JavaScript, and what only text search and places on a map know.
 * They are refused by name instead of being unknown.
 */
final class RefusedExpressions {
    static final List<ExpressionOperator> ENTRIES =
            List.of(entry("$function", "refused: JavaScript"), entry("$meta", "refused: text search, geometry"));

    private RefusedExpressions() {}

    private static ExpressionOperator entry(String name, String help) {
        return new ExpressionOperator(name, help, (argument, parser) -> {
            throw new CommandException(ErrorCode.COMMAND_NOT_SUPPORTED, name + " is not supported");
        });
    }
}
