package io.counterpoint.wire.codec;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is left of OP_QUERY: the first handshake of drivers that do not know yet whom they talk to. Everything else is
 * refused by name, since MongoDB 5.1 as here.
 */
final class LegacyQueries {
    private static final Set<String> HANDSHAKE = Set.of("hello", "ismaster");
    private static final String ADVICE = " The client driver may require an upgrade.";

    private LegacyQueries() {}

    /** The command within a query: the query itself, or what it wraps in {@code $query} to give options beside it. */
    static RawDocument command(RawDocument query) {
        String first = query.isEmpty() ? "" : query.getFirstKey();
        return (first.equals("$query") || first.equals("query")) && query.get(first) instanceof RawDocument wrapped
                ? wrapped
                : query;
    }

    /** Why a command may not come as OP_QUERY; null for the handshake. */
    static @Nullable CommandException refusal(RawDocument command) {
        String name = command.isEmpty() ? "" : command.getFirstKey();
        return HANDSHAKE.contains(name.toLowerCase(Locale.ROOT))
                ? null
                : new CommandException(ErrorCode.location(352), "Unsupported OP_QUERY command: " + name + "." + ADVICE);
    }

    /** Why a query of a collection may not come as OP_QUERY. */
    static CommandException refusalOfQuery() {
        return new CommandException(ErrorCode.location(5739101), "OP_QUERY is no longer supported." + ADVICE);
    }
}
