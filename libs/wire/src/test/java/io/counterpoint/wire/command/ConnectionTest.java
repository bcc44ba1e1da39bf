package io.counterpoint.wire.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class ConnectionTest {
    private final Connection connection = new Connection(7, "10.0.0.1:5", "10.0.0.2:27017", Door.CLIENT);

    @Test
    void runsCloseActionsOnce() {
        AtomicInteger runs = new AtomicInteger();
        connection.onClose(runs::incrementAndGet);
        Runnable off = connection.onClose(runs::incrementAndGet);
        off.run();

        assertThat(connection.isClosed()).isFalse();
        connection.closed();
        connection.closed();

        assertThat(connection.isClosed()).isTrue();
        assertThat(runs).hasValue(1);
    }

    @Test
    void runsLateCloseActionsAtOnce() {
        AtomicInteger runs = new AtomicInteger();
        connection.closed();
        connection.onClose(runs::incrementAndGet).run();
        assertThat(runs).hasValue(1);
    }

    @Test
    void knowsTheApplicationsName() {
        assertThat(connection.appName()).isNull();
        connection.rememberClient(BsonDocument.parse("{driver: {name: 'x'}}"));
        assertThat(connection.appName()).isNull();
        connection.rememberClient(BsonDocument.parse("{application: {name: 'shop'}}"));
        assertThat(connection.appName()).isEqualTo("shop");
    }
}
