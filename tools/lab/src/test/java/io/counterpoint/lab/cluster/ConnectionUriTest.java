package io.counterpoint.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ConnectionUriTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "mongodb://h:1,i:2",
                "mongodb://h:1,i:2/",
                "mongodb://h:1,i:2/shop",
                "mongodb://h:1,i:2/?appName=a",
                "mongodb://h:1,i:2/shop?appName=a"
            })
    void optionsAreAddedToEveryForm(String uri) {
        ConnectionString given = new ConnectionString(uri);

        ConnectionString with = ConnectionUri.with(uri, "connectTimeoutMS=7&retryWrites=false");

        assertThat(with.getHosts()).isEqualTo(List.of("h:1", "i:2"));
        assertThat(with.getDatabase()).isEqualTo(given.getDatabase());
        assertThat(with.getApplicationName()).isEqualTo(given.getApplicationName());
        assertThat(with.getConnectTimeout()).isEqualTo(7);
        assertThat(with.getRetryWritesValue()).isFalse();
    }
}
