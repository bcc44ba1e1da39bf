package io.counterpoint.wire.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class SessionIdTest {
    @Test
    void readsWhatItWrites() {
        SessionId id = new SessionId(UUID.fromString("11223344-5566-4788-99aa-bbccddeeff00"));
        assertThat(SessionId.of(id.document())).isEqualTo(id);
    }

    @Test
    void refusesOtherBinaries() {
        BsonDocument old = new BsonDocument("id", new BsonBinary(BsonBinarySubType.UUID_LEGACY, new byte[16]));
        BsonDocument small = new BsonDocument("id", new BsonBinary(BsonBinarySubType.UUID_STANDARD, new byte[15]));
        assertThatThrownBy(() -> SessionId.of(old)).isInstanceOf(CommandException.class);
        assertThatThrownBy(() -> SessionId.of(small)).isInstanceOf(CommandException.class);
    }
}
