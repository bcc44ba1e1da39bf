package io.counterpoint.query.expression;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;

/** Which names a query may give to its variables. */
final class VariableNames {
    private VariableNames() {}

    /** Refuses a name that {@code $let}, {@code $map} and the like cannot bind. {@code CURRENT} can be. */
    static void checkBindable(String name) {
        if (name.equals(Variables.CURRENT)) {
            return;
        }
        if (name.isEmpty()) {
            throw new CommandException(ErrorCode.location(16866), "empty variable names are not allowed");
        }
        char first = name.charAt(0);
        if (!(first >= 'a' && first <= 'z') && first < 0x80) {
            throw new CommandException(
                    ErrorCode.location(16867),
                    "'" + name + "' starts with an invalid character for a user variable name");
        }
        checkRest(name, 16868);
    }

    /** Refuses a name that no variable can have. */
    static void check(String name) {
        char first = name.charAt(0);
        if (!Character.isLetter(first) && first < 0x80) {
            throw new CommandException(
                    ErrorCode.location(16870), "'" + name + "' starts with an invalid character for a variable name");
        }
        checkRest(name, 16871);
    }

    private static void checkRest(String name, int code) {
        for (int i = 1; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!Character.isLetterOrDigit(c) && c != '_' && c < 0x80) {
                throw new CommandException(
                        ErrorCode.location(code),
                        "'" + name + "' contains an invalid character for a variable name: '" + c + "'");
            }
        }
    }
}
