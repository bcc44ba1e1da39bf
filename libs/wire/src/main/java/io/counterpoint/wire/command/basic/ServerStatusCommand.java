package io.counterpoint.wire.command.basic;

import io.counterpoint.base.time.Clock;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code serverStatus}: what the process is and how it fares, in sections that its parts supply. A client leaves a
 * section out with {@code section: 0}.
 */
final class ServerStatusCommand {
    private final ServerIdentity identity;
    private final Clock clock;
    private final List<StatusSection> sections;

    private ServerStatusCommand(ServerIdentity identity, Clock clock, List<StatusSection> sections) {
        this.identity = identity;
        this.clock = clock;
        this.sections = sections;
    }

    static CommandEntry entry(ServerIdentity identity, Clock clock, List<StatusSection> sections) {
        // Each section's name is a field of the command, also of sections that other servers have.
        return CommandEntry.command("serverStatus", "Tells how the server fares.")
                .abilities(Ability.ANY_FIELDS)
                .handledBy(request -> Reply.of(new ServerStatusCommand(identity, clock, sections).reply(request)));
    }

    private BsonDocument reply(CommandRequest request) {
        long now = clock.millis();
        long upMillis = now - identity.startMillis();
        BsonDocument reply = new BsonDocument("host", new BsonString(identity.address()))
                .append("version", new BsonString(identity.version()))
                .append("process", new BsonString(identity.role().processName()))
                .append("service", new BsonArray())
                .append("pid", new BsonInt64(ProcessHandle.current().pid()))
                .append("uptime", new BsonDouble(Math.floor(upMillis / 1000.0)))
                .append("uptimeMillis", new BsonInt64(upMillis))
                .append("uptimeEstimate", new BsonInt64(upMillis / 1000))
                .append("localTime", new BsonDateTime(now));
        for (StatusSection section : sections) {
            if (!isOff(request.value(section.name()))) {
                reply.append(section.name(), section.value().get());
            }
        }
        return reply;
    }

    private static boolean isOff(@Nullable BsonValue value) {
        return (value instanceof BsonNumber number && number.doubleValue() == 0)
                || (value instanceof BsonBoolean bool && !bool.getValue());
    }

    /** The section about memory. */
    static BsonDocument memory() {
        return new BsonDocument("bits", new BsonInt32(64))
                .append("resident", new BsonInt64(HostMemory.residentMegabytes()))
                .append("virtual", new BsonInt64(HostMemory.virtualMegabytes()))
                .append("supported", BsonBoolean.TRUE);
    }
}
