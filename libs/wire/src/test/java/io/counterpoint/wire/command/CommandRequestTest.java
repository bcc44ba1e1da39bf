package io.counterpoint.wire.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.wire.session.SessionId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandRequestTest {
    private static final String LSID = "lsid: {id: {$binary: {base64: 'AAECAwQFBgcICQoLDA0ODw==', subType: '04'}}}";

    private static RawDocument raw(String json) {
        return BsonBytes.raw(BsonDocument.parse(json));
    }

    private static CommandRequest request(String json) {
        return CommandRequest.of(raw(json));
    }

    @Test
    void readsTheGenericFields() {
        CommandRequest request = request("{insert: 'c', $db: 'd', txnNumber: {$numberLong: '7'}, autocommit: false,"
                + " startTransaction: true, readConcern: {level: 'local'}, writeConcern: {w: 1}, comment: 'why', "
                + LSID
                + "}");

        assertThat(request.name()).isEqualTo("insert");
        assertThat(request.argument()).isEqualTo(new BsonString("c"));
        assertThat(request.database()).isEqualTo("d");
        assertThat(request.txnNumber()).hasValue(7);
        assertThat(request.inTransaction()).isTrue();
        assertThat(request.startTransaction()).isTrue();
        assertThat(request.readConcern()).isEqualTo(BsonDocument.parse("{level: 'local'}"));
        assertThat(request.writeConcern()).isEqualTo(BsonDocument.parse("{w: 1}"));
        assertThat(request.comment()).isEqualTo(new BsonString("why"));
        assertThat(request.sessionId())
                .isEqualTo(new SessionId(UUID.fromString("00010203-0405-0607-0809-0a0b0c0d0e0f")));
        assertThat(request.lsid())
                .isEqualTo(BsonDocument.parse("{" + LSID + "}").get("lsid"));
        assertThat(request.generic().problem()).isNull();
    }

    @Test
    void hasDefaults() {
        CommandRequest request = request("{ping: 1, $db: 'd'}");

        assertThat(request.lsid()).isNull();
        assertThat(request.sessionId()).isNull();
        assertThat(request.txnNumber()).isEmpty();
        assertThat(request.inTransaction()).isFalse();
        assertThat(request.startTransaction()).isFalse();
        assertThat(request.deadlineNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(request.expectsReply()).isTrue();
        assertThat(request.routing()).isNull();
        assertThat(request.connection().door()).isEqualTo(Door.CLIENT);
    }

    @Test
    void findsDocumentsInTheBodyOrBesideIt() {
        CommandRequest inline = request("{insert: 'c', documents: [{_id: 1}, {_id: 2}], $db: 'd'}");
        assertThat(inline.hasSequence("documents")).isFalse();
        assertThat(inline.documents("documents")).hasSize(2);
        assertThat(inline.documents("documents").get(1)).isEqualTo(new BsonDocument("_id", new BsonInt32(2)));
        assertThat(inline.documents("nothing")).isEmpty();

        CommandRequest beside = CommandRequest.builder(raw("{insert: 'c', $db: 'd'}"))
                .sequences(Map.of("documents", List.of(raw("{_id: 3}"))))
                .build();
        assertThat(beside.hasSequence("documents")).isTrue();
        assertThat(beside.documents("documents")).hasToString("[{\"_id\": 3}]");
    }

    @Test
    void refusesWhatIsNoListOfDocuments() {
        assertThatThrownBy(
                        () -> request("{insert: 'c', documents: 1, $db: 'd'}").documents("documents"))
                .isInstanceOf(CommandException.class)
                .hasMessage("BSON field 'insert.documents' is the wrong type 'int', expected type 'array'");
        assertThatThrownBy(() ->
                        request("{insert: 'c', documents: [{}, 'x'], $db: 'd'}").documents("documents"))
                .isInstanceOf(CommandException.class)
                .hasMessage("BSON field 'insert.documents.1' is the wrong type 'string', expected type 'object'");
    }

    @Test
    void takesTheEarlierOfTwoDeadlines() {
        CommandRequest.Builder builder = CommandRequest.builder(raw("{ping: 1, maxTimeMS: 20, $db: 'd'}"))
                .receivedNanos(5);
        assertThat(builder.build().deadlineNanos()).isEqualTo(20_000_005);
        assertThat(builder.deadlineNanos(7).build().deadlineNanos()).isEqualTo(7);
        assertThat(builder.deadlineNanos(30_000_000).build().deadlineNanos()).isEqualTo(20_000_005);
    }

    @Test
    void keepsEverythingButItsBody() {
        Connection connection = Connection.detached(Door.ROUTER);
        CommandRequest request = CommandRequest.builder(raw("{explain: {find: 'c'}, $db: 'd'}"))
                .connection(connection)
                .routing("version")
                .expectsReply(false)
                .build();

        CommandRequest inner = request.withBody(raw("{find: 'c'}"));

        assertThat(inner.name()).isEqualTo("find");
        assertThat(inner.database()).isEqualTo("d");
        assertThat(inner.connection()).isSameAs(connection);
        assertThat(inner.routing()).isEqualTo("version");
        assertThat(inner.expectsReply()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {ping: 1}                                     | 40571   | OP_MSG requests require a $db argument
                    {ping: 1, $db: 3}                             | 14      | BSON field 'ping.$db' is the wrong type 'int', expected type 'string'
                    {ping: 1, $db: ''}                            | 73      | Invalid database name: ''
                    {ping: 1, $db: 'a.b'}                         | 73      | Invalid database name: 'a.b'
                    {ping: 1, $db: 'a b'}                         | 73      | Invalid database name: 'a b'
                    {ping: 1, $db: 'a$b'}                         | 73      | Invalid database name: 'a$b'
                    {ping: 1, $db: 'd', maxTimeMS: -1}            | 2       | -1 value for maxTimeMS is out of range [0, 2147483647]
                    {ping: 1, $db: 'd', maxTimeMS: 2147483648}    | 2       | 2147483648 value for maxTimeMS is out of range [0, 2147483647]
                    {ping: 1, $db: 'd', maxTimeMS: 1.5}           | 2       | maxTimeMS has non-integral value
                    {ping: 1, $db: 'd', maxTimeMS: 'x'}           | 2       | maxTimeMS must be a number
                    {ping: 1, $db: 'd', lsid: 1}                  | 14      | BSON field 'ping.lsid' is the wrong type 'int', expected type 'object'
                    {ping: 1, $db: 'd', lsid: {}}                 | 40414   | BSON field 'LogicalSessionFromClient.id' is missing but a required field
                    {ping: 1, $db: 'd', txnNumber: {$numberLong: '1'}}                | 72 | Transaction number requires a session ID to also be specified
                    {ping: 1, $db: 'd', txnNumber: {$numberLong: '-1'}, LSID}         | 72 | Transaction number cannot be negative
                    {ping: 1, $db: 'd', txnNumber: 'x', LSID}                         | 14 | BSON field 'ping.txnNumber' is the wrong type 'string', expected type 'long'
                    {ping: 1, $db: 'd', autocommit: false, LSID}                      | 72 | 'autocommit' field requires a transaction number to also be specified
                    {ping: 1, $db: 'd', autocommit: true, txnNumber: 1, LSID}         | 72 | Specifying autocommit=true is not allowed.
                    {ping: 1, $db: 'd', startTransaction: true, txnNumber: 1, LSID}   | 72 | 'startTransaction' field requires 'autocommit' field to also be specified
                    {ping: 1, $db: 'd', startTransaction: false, autocommit: false, txnNumber: 1, LSID} | 72 | Specifying startTransaction=false is not allowed.
                    {ping: 1, $db: 'd', apiVersion: '2'}          | 322     | API version must be "1"
                    {ping: 1, $db: 'd', apiStrict: true}          | 4886600 | Provided apiStrict and/or apiDeprecationErrors without passing apiVersion
                    {ping: 1, $db: 'd', readConcern: 1}           | 14      | BSON field 'ping.readConcern' is the wrong type 'int', expected type 'object'
                    """)
    void keepsWhatIsWrongWithTheGenericFields(String json, int code, String text) {
        CommandException problem = Objects.requireNonNull(
                request(json.replace("LSID", LSID)).generic().problem());

        assertThat(problem.text()).isEqualTo(text);
        assertThat(problem.code().number()).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "admin",
                "$external",
                "größe",
                "a-b_c",
                "123456789012345678901234567890123456789012345678901234567890123"
            })
    void takesLegalDatabaseNames(String name) {
        assertThat(request("{ping: 1, $db: '" + name + "'}").generic().problem())
                .isNull();
        assertThat(request("{ping: 1, $db: '" + name + "1234567890".repeat(7) + "'}")
                        .generic()
                        .problem())
                .as("too long")
                .isNotNull();
    }

    @Test
    void readsAnEmptyDocument() {
        CommandRequest request = CommandRequest.builder(raw("{}")).database("d").build();
        assertThat(request.name()).isEmpty();
        assertThat(request.argument().isNull()).isTrue();
    }
}
