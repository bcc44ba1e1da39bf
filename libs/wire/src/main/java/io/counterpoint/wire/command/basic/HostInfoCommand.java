package io.counterpoint.wire.command.basic;

import io.counterpoint.base.time.Clock;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** {@code hostInfo}: the machine the process runs on. */
final class HostInfoCommand {
    private HostInfoCommand() {}

    static CommandEntry entry(ServerIdentity identity, Clock clock) {
        return CommandEntry.command("hostInfo", "Tells about the machine the server runs on.")
                .abilities(Ability.ADMIN_ONLY)
                .handledBy(request -> Reply.of(reply(identity, clock)));
    }

    private static BsonDocument reply(ServerIdentity identity, Clock clock) {
        Runtime runtime = Runtime.getRuntime();
        BsonDocument system = new BsonDocument("currentTime", new BsonDateTime(clock.millis()))
                .append("hostname", new BsonString(identity.address()))
                .append("cpuAddrSize", new BsonInt32(64))
                .append("memSizeMB", new BsonInt64(HostMemory.totalMegabytes()))
                .append("memLimitMB", new BsonInt64(runtime.maxMemory() >> 20))
                .append("numCores", new BsonInt32(runtime.availableProcessors()))
                .append("cpuArch", new BsonString(System.getProperty("os.arch")))
                .append("numaEnabled", BsonBoolean.FALSE);
        BsonDocument os = new BsonDocument("type", new BsonString(System.getProperty("os.name")))
                .append("name", new BsonString(System.getProperty("os.name")))
                .append("version", new BsonString(System.getProperty("os.version")));
        return new BsonDocument("system", system).append("os", os).append("extra", new BsonDocument());
    }
}
