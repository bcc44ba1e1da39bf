package io.counterpoint.router.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import java.util.Set;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class ForwardedBodyTest {
    @Test
    void leavesOutWhatIsBetweenClientAndRouter() {
        RawDocument command = BsonBytes.raw(
                BsonDocument.parse(
                        "{find: 'c', filter: {$expr: true}, $db: 'db', lsid: {id: 1},"
                                + " maxTimeMS: 5, apiVersion: '1', $readPreference: {mode: 'primary'}, limit: 3, comment: 'x'}"));

        assertThat(ForwardedBody.of(command).toJson())
                .isEqualTo(
                        BsonDocument.parse("{find: 'c', filter: {$expr: true}, lsid: {id: 1}, limit: 3, comment: 'x'}")
                                .toJson());
    }

    @Test
    void takesFieldsAwayAndLetsOthersBeAdded() {
        RawDocument command = BsonBytes.raw(BsonDocument.parse("{insert: 'c', documents: [{a: 1}], ordered: false}"));

        RawDocument body = ForwardedBody.of(command, Set.of("documents"))
                .appendInt64("stage", 7)
                .finish();

        assertThat(body).isEqualTo(BsonDocument.parse("{insert: 'c', ordered: false, stage: {$numberLong: '7'}}"));
        assertThat(body.getFirstKey()).isEqualTo("insert");
    }
}
