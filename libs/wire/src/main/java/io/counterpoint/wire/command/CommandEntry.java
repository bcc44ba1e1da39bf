package io.counterpoint.wire.command;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * One line of a command table. Immutable.
 *
 * @param name the command's name as {@code listCommands} shows it
 * @param aliases other names it answers to
 * @param help one sentence for {@code listCommands} and the documentation
 * @param fields the command's own fields, its name and the generic fields left out; any other field is refused with
 *     40415, unless {@link Ability#ANY_FIELDS}
 * @param routerFields fields that are known on the {@link Door#ROUTER} only, besides {@code fields}
 * @param abilities what it may do and where
 * @param writes which requests write, of a command that {@link Ability#WRITES}
 * @param handler carries it out
 */
public record CommandEntry(
        String name,
        List<String> aliases,
        String help,
        Set<String> fields,
        Set<String> routerFields,
        Set<Ability> abilities,
        Predicate<CommandRequest> writes,
        CommandHandler handler) {

    /** Copies the collections. */
    public CommandEntry {
        aliases = List.copyOf(aliases);
        fields = Set.copyOf(fields);
        routerFields = Set.copyOf(routerFields);
        abilities = Set.copyOf(abilities);
    }

    /** An entry without fields for routers. */
    public CommandEntry(
            String name,
            List<String> aliases,
            String help,
            Set<String> fields,
            Set<Ability> abilities,
            CommandHandler handler) {
        this(name, aliases, help, fields, Set.of(), abilities, request -> true, handler);
    }

    /** Starts an entry without aliases, fields or abilities. */
    public static Builder command(String name, String help) {
        return new Builder(name, help);
    }

    /** The same command, carried out another way. */
    public CommandEntry withHandler(CommandHandler other) {
        return new CommandEntry(name, aliases, help, fields, routerFields, abilities, writes, other);
    }

    /** Whether the command has an ability. */
    public boolean can(Ability ability) {
        return abilities.contains(ability);
    }

    /** Whether a request for this command may change something: it then runs to its end, whoever waits for it. */
    boolean mayWrite(CommandRequest request) {
        return can(Ability.WRITES) && writes.test(request);
    }

    /** Whether the command has a field of its own with that name on that door. */
    boolean takes(String field, Door door) {
        return can(Ability.ANY_FIELDS)
                || fields.contains(field)
                || (door == Door.ROUTER && routerFields.contains(field));
    }

    /** Collects the parts of an entry. */
    public static final class Builder {
        private final String name;
        private final String help;
        private List<String> aliases = List.of();
        private Set<String> fields = Set.of();
        private Set<String> routerFields = Set.of();
        private Set<Ability> abilities = Set.of();
        private Predicate<CommandRequest> writes = request -> true;

        private Builder(String name, String help) {
            this.name = name;
            this.help = help;
        }

        /** Other names the command answers to. */
        public Builder aliases(String... names) {
            aliases = List.of(names);
            return this;
        }

        /** The command's own fields. */
        public Builder fields(String... names) {
            fields = Set.of(names);
            return this;
        }

        /** The command's own fields, as {@link SharedFields} lists them. */
        public Builder fields(List<String> names) {
            fields = Set.copyOf(names);
            return this;
        }

        /** Fields that the command knows only when a router sends them. */
        public Builder routerFields(String... names) {
            routerFields = Set.of(names);
            return this;
        }

        /** What the command may do and where. */
        public Builder abilities(Ability... those) {
            EnumSet<Ability> set = EnumSet.noneOf(Ability.class);
            set.addAll(Arrays.asList(those));
            abilities = set;
            return this;
        }

        /** Which requests write, of a command that {@link Ability#WRITES} at times only. */
        public Builder writesWhen(Predicate<CommandRequest> condition) {
            writes = condition;
            return this;
        }

        /** Ends the entry. */
        public CommandEntry handledBy(CommandHandler handler) {
            return new CommandEntry(name, aliases, help, fields, routerFields, abilities, writes, handler);
        }
    }
}
