package io.counterpoint.wire.codec;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.bson.raw.RawDocument;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request as it came from the socket. Immutable; documents are views of the message's bytes and have been
 * validated.
 *
 * @param requestId the client's number, repeated in the reply
 * @param bytes size of the message as received
 * @param legacyDatabase the database of an OP_QUERY, which is answered with OP_REPLY; null for OP_MSG
 * @param body the command; an empty document if there is a problem
 * @param sequences documents that came beside the body, by name
 * @param moreToCome whether no reply is wanted
 * @param exhaustAllowed whether the client takes a stream of replies
 * @param compressor what the message was compressed with; null for nothing
 * @param roomBytes what it took of the door's {@link MessageRoom}; whoever is done with the message gives it back
 * @param problem why the message, though well framed, is no command; null when it is one
 */
public record RequestMessage(
        int requestId,
        int bytes,
        @Nullable String legacyDatabase,
        RawDocument body,
        Map<String, List<RawDocument>> sequences,
        boolean moreToCome,
        boolean exhaustAllowed,
        @Nullable Compressor compressor,
        long roomBytes,
        @Nullable CommandException problem) {

    /** The same, with what it took of the room. */
    RequestMessage withRoom(long taken) {
        return new RequestMessage(
                requestId,
                bytes,
                legacyDatabase,
                body,
                sequences,
                moreToCome,
                exhaustAllowed,
                compressor,
                taken,
                problem);
    }

    /** Whether the request came as OP_QUERY. */
    public boolean legacy() {
        return legacyDatabase != null;
    }
}
