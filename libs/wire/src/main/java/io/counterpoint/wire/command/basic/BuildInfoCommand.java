package io.counterpoint.wire.command.basic;

import io.counterpoint.base.limit.Limits;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import java.util.regex.Pattern;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** {@code buildInfo}: version and build, for tools that ask what they may do. */
final class BuildInfoCommand {
    private static final Pattern DOT = Pattern.compile("\\.");

    private BuildInfoCommand() {}

    static CommandEntry entry(ServerIdentity identity) {
        return CommandEntry.command("buildInfo", "Tells version and build of the server.")
                .aliases("buildinfo")
                .abilities(Ability.UNAUTHENTICATED)
                .handledBy(request -> Reply.of(reply(identity)));
    }

    private static BsonDocument reply(ServerIdentity identity) {
        BsonArray versionArray = new BsonArray();
        DOT.splitAsStream(identity.version()).forEach(part -> versionArray.add(new BsonInt32(Integer.parseInt(part))));
        // The fourth number is 0 for releases.
        versionArray.add(new BsonInt32(0));
        BsonDocument environment = new BsonDocument("distarch", new BsonString(System.getProperty("os.arch")))
                .append("target_arch", new BsonString(System.getProperty("os.arch")))
                .append("target_os", new BsonString(System.getProperty("os.name")))
                .append("java", new BsonString(System.getProperty("java.version")));
        return new BsonDocument("version", new BsonString(identity.version()))
                .append("gitVersion", new BsonString(identity.gitVersion()))
                .append("modules", new BsonArray())
                .append("allocator", new BsonString("jvm"))
                .append("javascriptEngine", new BsonString("none"))
                .append("sysInfo", new BsonString("deprecated"))
                .append("versionArray", versionArray)
                .append("buildEnvironment", environment)
                .append("bits", new BsonInt32(64))
                .append("debug", BsonBoolean.FALSE)
                .append("maxBsonObjectSize", new BsonInt32(Limits.DOCUMENT_BYTES_MAX));
    }
}
