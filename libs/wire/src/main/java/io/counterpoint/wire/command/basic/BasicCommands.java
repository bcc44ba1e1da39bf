package io.counterpoint.wire.command.basic;

import io.counterpoint.base.Environment;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandHandler;
import io.counterpoint.wire.command.CommandTable;
import io.counterpoint.wire.command.OperationTable;
import io.counterpoint.wire.cursor.CursorTable;
import io.counterpoint.wire.failpoint.FailPoints;
import io.counterpoint.wire.session.SessionTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Makes a process's command table of the process's own commands and those that every process has. */
public final class BasicCommands {
    private final ServerIdentity identity;
    private final Environment environment;
    private final SessionTable sessions;
    private final Map<String, ServerParameter> parameters = new TreeMap<>();
    private final List<StatusSection> sections = new ArrayList<>();
    private final OperationTable operations;
    private @Nullable CommandHandler otherParameters;
    private @Nullable FailPoints failPoints;

    /**
     * The basic commands of one process.
     *
     * @param operations what the process is running
     */
    public BasicCommands(
            ServerIdentity identity, Environment environment, SessionTable sessions, OperationTable operations) {
        this.identity = identity;
        this.operations = operations;
        this.environment = environment;
        this.sessions = sessions;
        environment.metrics().gauge("counterpoint.sessions", sessions::count);
        parameter("authenticationMechanisms", BsonArray::new);
        parameter("featureCompatibilityVersion", this::featureCompatibilityVersion);
        parameter("localLogicalSessionTimeoutMinutes", () -> new BsonInt32(Limits.SESSION_IDLE_MINUTES_MAX));
        section(new StatusSection("mem", ServerStatusCommand::memory));
        section(new StatusSection("opcounters", () -> OperationCounters.read(environment.metrics())));
        section(new StatusSection(
                "logicalSessionRecordCache",
                () -> new BsonDocument("activeSessionsCount", new BsonInt32(sessions.count()))));
    }

    private BsonDocument featureCompatibilityVersion() {
        String version = identity.version();
        return new BsonDocument("version", new BsonString(version.substring(0, version.lastIndexOf('.'))));
    }

    /** Adds a setting that {@code getParameter} shows. */
    public BasicCommands parameter(String name, Supplier<BsonValue> value) {
        parameters.put(name, new ServerParameter(value, null));
        return this;
    }

    /**
     * Adds a setting that {@code setParameter} changes.
     *
     * @param change takes another value; refuses what is none
     */
    public BasicCommands parameter(String name, Supplier<BsonValue> value, Consumer<BsonValue> change) {
        parameters.put(name, new ServerParameter(value, change));
        return this;
    }

    /**
     * Adds a setting that is a whole number of 32 bits.
     *
     * @param min the least it can be
     */
    public BasicCommands int32Parameter(String name, int min, IntSupplier value, IntConsumer change) {
        return parameter(
                name,
                () -> new BsonInt32(value.getAsInt()),
                wanted -> change.accept((int) ServerParameter.number(name, wanted, min, Integer.MAX_VALUE)));
    }

    /** Adds the setting that ends idle cursors. */
    public BasicCommands cursors(CursorTable cursors) {
        environment.metrics().gauge("counterpoint.cursors", cursors::count);
        String name = "cursorTimeoutMillis";
        return parameter(
                name,
                () -> new BsonInt64(cursors.idleMillisMax()),
                wanted -> cursors.setIdleMillisMax(ServerParameter.number(name, wanted, 1, Long.MAX_VALUE)));
    }

    /**
     * Says who is asked about settings that this process does not have.
     *
     * @param others answers {@code getParameter} and {@code setParameter} of one of them
     */
    public BasicCommands otherParameters(CommandHandler others) {
        otherParameters = others;
        return this;
    }

    /**
     * Adds the commands that are there for tests only, and the setting that says so.
     *
     * @param those what they set; null for a process that has none of these commands
     */
    public BasicCommands testCommands(@Nullable FailPoints those) {
        failPoints = those;
        return this;
    }

    /** Adds a section to {@code serverStatus}. */
    public BasicCommands section(StatusSection section) {
        sections.add(section);
        return this;
    }

    /** Adds sections to {@code serverStatus}. */
    public BasicCommands sections(Collection<StatusSection> those) {
        sections.addAll(those);
        return this;
    }

    /**
     * The whole table.
     *
     * @param own the process's own commands, in any number of groups
     */
    @SafeVarargs
    public final CommandTable table(Collection<CommandEntry>... own) {
        AtomicReference<CommandTable> table = new AtomicReference<>();
        List<CommandEntry> entries = new ArrayList<>();
        for (Collection<CommandEntry> group : own) {
            entries.addAll(group);
        }
        entries.add(BuildInfoCommand.entry(identity));
        entries.addAll(DiagnosticCommands.entries());
        FailPoints forTests = failPoints;
        parameter("enableTestCommands", () -> BsonBoolean.valueOf(forTests != null));
        if (forTests != null) {
            entries.add(FailPointCommand.entry(forTests));
            entries.add(FailPointCommand.outsideOfStableApi());
        }
        entries.add(GetLogCommand.entry());
        entries.add(GetParameterCommand.entry(Map.copyOf(parameters), otherParameters));
        entries.add(HelloCommand.entry(identity, environment.clock(), environment.timers()));
        entries.add(HostInfoCommand.entry(identity, environment.clock()));
        entries.add(ListCommandsCommand.entry(table::get));
        entries.addAll(LoginCommands.entries());
        entries.add(PingCommand.entry());
        entries.add(ProfileCommand.entry(operations));
        entries.addAll(SearchIndexCommands.entries());
        entries.add(SetParameterCommand.entry(Map.copyOf(parameters), otherParameters));
        entries.add(ServerStatusCommand.entry(identity, environment.clock(), List.copyOf(sections)));
        entries.addAll(SessionCommands.entries(sessions, environment.random()));
        CommandTable whole = new CommandTable(entries);
        table.set(whole);
        return whole;
    }
}
