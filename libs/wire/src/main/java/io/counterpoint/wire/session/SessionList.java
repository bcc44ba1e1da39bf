package io.counterpoint.wire.session;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;

/**
 * Sessions as {@code $listLocalSessions} shows them: {@code {_id: {id, uid}, lastUse}}.
 *
 * <p>Source: MongoDB manual, "$listLocalSessions".
 */
public final class SessionList {
    /** The user of those who have not logged in: the SHA-256 of nothing. */
    private static final byte[] NOBODY = Base64.getDecoder().decode("47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");

    private SessionList() {}

    /**
     * One document for each session of a table.
     *
     * @param options as the stage has them: {@code users} that are not there have no sessions
     */
    public static List<BsonDocument> of(SessionTable sessions, BsonDocument options) {
        List<BsonDocument> documents = new ArrayList<>();
        if (options.containsKey("users")) {
            return documents;
        }
        sessions.lastUses()
                .forEach((id, lastUseMillis) ->
                        documents.add(new BsonDocument("_id", id.document().append("uid", new BsonBinary(NOBODY)))
                                .append("lastUse", new BsonDateTime(lastUseMillis))));
        return documents;
    }
}
