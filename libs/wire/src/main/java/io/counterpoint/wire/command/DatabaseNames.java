package io.counterpoint.wire.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.limit.Limits;
import java.nio.charset.StandardCharsets;

/**
 * Which names a database may have.
 *
 * <p>Source: MongoDB's manual, "MongoDB Limits and Thresholds", restrictions on database names; the stricter list for
 * Windows is not asked for on other systems.
 */
public final class DatabaseNames {
    private DatabaseNames() {}

    /**
     * Demands a legal name.
     *
     * @throws CommandException InvalidNamespace (73)
     */
    public static void check(String name) {
        if (!legal(name)) {
            throw new CommandException(ErrorCode.INVALID_NAMESPACE, "Invalid database name: '" + name + "'");
        }
    }

    private static boolean legal(String name) {
        if (name.isEmpty()) {
            return false;
        }
        boolean ascii = true;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '/' || c == '\\' || c == '.' || c == ' ' || c == '"' || c == '\0') {
                return false;
            }
            if (c == '$' && !name.equals("$external")) {
                return false;
            }
            ascii &= c < 0x80;
        }
        int bytes = ascii ? name.length() : name.getBytes(StandardCharsets.UTF_8).length;
        return bytes <= Limits.DATABASE_NAME_BYTES_MAX;
    }
}
