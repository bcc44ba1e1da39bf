package io.counterpoint.wire.session;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Names a logical session. Immutable.
 *
 * @param uuid what the driver drew
 */
public record SessionId(UUID uuid) {
    /**
     * Reads {@code {id: UUID}}.
     *
     * @throws CommandException 40414 when {@code id} is not there, TypeMismatch (14) when it is no UUID (binary subtype
     *     4, 16 bytes)
     */
    public static SessionId of(BsonDocument lsid) {
        BsonValue id = lsid.get("id");
        if (id == null) {
            throw new CommandException(
                    ErrorCode.IDL_FAILED_TO_PARSE,
                    "BSON field 'LogicalSessionFromClient.id' is missing but a required field");
        }
        if (!(id instanceof BsonBinary binary)
                || binary.getType() != BsonBinarySubType.UUID_STANDARD.getValue()
                || binary.getData().length != 16) {
            throw new CommandException(
                    ErrorCode.TYPE_MISMATCH,
                    "BSON field 'LogicalSessionFromClient.id' is the wrong type, expected a UUID (binary subtype 4)");
        }
        ByteBuffer bytes = ByteBuffer.wrap(binary.getData());
        return new SessionId(new UUID(bytes.getLong(), bytes.getLong()));
    }

    /** The document clients send: {@code {id: UUID}}. */
    public BsonDocument document() {
        return new BsonDocument("id", new BsonBinary(uuid));
    }

    @Override
    public String toString() {
        return uuid.toString();
    }
}
