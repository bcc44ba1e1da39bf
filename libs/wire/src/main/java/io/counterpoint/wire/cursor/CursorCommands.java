package io.counterpoint.wire.cursor;

import io.counterpoint.wire.command.CommandEntry;
import java.util.List;

/** The commands that work on a {@link CursorTable}. */
public final class CursorCommands {
    private CursorCommands() {}

    /** The entries, sorted by name. */
    public static List<CommandEntry> entries(CursorTable cursors) {
        return List.of(GetMoreCommand.entry(cursors), KillCursorsCommand.entry(cursors));
    }
}
