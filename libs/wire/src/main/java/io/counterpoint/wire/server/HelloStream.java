package io.counterpoint.wire.server;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.wire.codec.RequestMessage;
import io.counterpoint.wire.command.CommandReply;
import io.counterpoint.wire.command.CommandRequest;
import java.util.Locale;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The one command that is answered with a stream: a hello that waits for changes is asked again on the client's behalf
 * with the topology version of the last reply, until the connection ends or another message comes.
 *
 * <p>Source: driver specification "Server Monitoring", streaming protocol.
 */
final class HelloStream {
    private static final Set<String> NAMES = Set.of("hello", "ismaster");

    private HelloStream() {}

    /** The request that follows a reply without being sent; null when the reply is the last. */
    static @Nullable CommandRequest following(CommandRequest request, CommandReply reply) {
        if (!request.exhaustAllowed() || !isHello(request.name()) || request.value("maxAwaitTimeMS") == null) {
            return null;
        }
        BsonValue version = reply.body().get("topologyVersion");
        if (version == null || reply.body().containsKey("ok")) {
            return null;
        }
        if (version.equals(request.value("topologyVersion"))) {
            return request;
        }
        BsonDocument next = request.body().toTree();
        next.put("topologyVersion", version);
        return request.withBody(RawDocument.of(BsonBytes.encode(next)));
    }

    /** Whether a message asks for a hello that may wait. */
    static boolean waits(RequestMessage message) {
        return message.body().containsKey("maxAwaitTimeMS")
                && isHello(message.body().getFirstKey());
    }

    private static boolean isHello(String name) {
        return NAMES.contains(name.toLowerCase(Locale.ROOT));
    }
}
