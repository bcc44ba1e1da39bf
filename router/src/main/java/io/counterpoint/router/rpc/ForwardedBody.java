package io.counterpoint.router.rpc;

import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.bson.raw.RawElements;
import java.util.Set;

/**
 * A client's command as it goes on to a shard: its bytes, less the fields that are between client and router
 * ({@code $db} and the others with a dollar, the time limit, which travels beside the command, the API version) and
 * less those that the router gives anew.
 */
public final class ForwardedBody {
    private static final Set<String> ROUTER_FIELDS = Set.of(
            "maxTimeMS",
            "maxTimeMSOpOnly",
            "apiVersion",
            "apiStrict",
            "apiDeprecationErrors",
            "clientOperationKey",
            "help");

    /** Room for what the router adds. */
    private static final int ADDED_BYTES = 64;

    private ForwardedBody() {}

    /**
     * Begins a command with a client's fields.
     *
     * @param leftOut names of fields that do not go along
     * @return open for more fields; the first field is the client's first, which names the command
     */
    public static BsonOutput of(RawDocument body, Set<String> leftOut) {
        byte[] bytes = body.array();
        BsonOutput out = new BsonOutput(body.byteLength() + ADDED_BYTES);
        int element = body.firstElement();
        while (!RawElements.isEnd(bytes, element)) {
            int next = RawElements.next(bytes, element);
            if (goesAlong(bytes, element, leftOut)) {
                out.appendRawElement(bytes, element, next - element);
            }
            element = next;
        }
        return out;
    }

    /** The whole command. */
    public static RawDocument of(RawDocument body) {
        return of(body, Set.of()).finish();
    }

    private static boolean goesAlong(byte[] bytes, int element, Set<String> leftOut) {
        if (bytes[RawElements.nameOffset(element)] == '$') {
            return false;
        }
        String name = RawElements.name(bytes, element);
        return !ROUTER_FIELDS.contains(name) && !leftOut.contains(name);
    }
}
