package io.counterpoint.wire.command;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The commands a process answers, sorted by name. Immutable; any thread. */
public final class CommandTable {
    private final List<CommandEntry> entries;
    private final Map<String, CommandEntry> byName = new HashMap<>();
    private final Map<String, CommandEntry> byLowerCaseName = new HashMap<>();

    /**
     * Makes the table.
     *
     * @throws IllegalArgumentException when two entries answer to one name
     */
    public CommandTable(Collection<CommandEntry> entries) {
        List<CommandEntry> sorted = new ArrayList<>(entries);
        sorted.sort(Comparator.comparing(CommandEntry::name));
        this.entries = List.copyOf(sorted);
        for (CommandEntry entry : sorted) {
            index(entry.name(), entry);
            entry.aliases().forEach(alias -> index(alias, entry));
        }
    }

    /** Makes a table of several groups of entries. */
    @SafeVarargs
    public static CommandTable of(Collection<CommandEntry>... groups) {
        List<CommandEntry> all = new ArrayList<>();
        for (Collection<CommandEntry> group : groups) {
            all.addAll(group);
        }
        return new CommandTable(all);
    }

    private void index(String name, CommandEntry entry) {
        if (byName.put(name, entry) != null) {
            throw new IllegalArgumentException("two commands answer to " + name);
        }
        if (entry.can(Ability.ANY_CASE)) {
            byLowerCaseName.put(name.toLowerCase(Locale.ROOT), entry);
        }
    }

    /**
     * Finds a command by one of its names: exactly, or without regard to case for entries with
     * {@link Ability#ANY_CASE}.
     *
     * @return null when no command answers to the name
     */
    public @Nullable CommandEntry find(String name) {
        CommandEntry entry = byName.get(name);
        return entry != null ? entry : byLowerCaseName.get(name.toLowerCase(Locale.ROOT));
    }

    /** All entries, sorted by name. */
    public List<CommandEntry> list() {
        return entries;
    }
}
