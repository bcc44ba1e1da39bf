package io.counterpoint.e2e.deployment;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Makes clients whose patience suits a test: an answer that is lost ends as an error, not as a hang. */
public final class Clients {
    private static final int SELECTION_SECONDS = 20;
    private static final int READ_SECONDS = 60;

    private Clients() {}

    /** A client with the driver's defaults otherwise; the caller closes it. */
    public static MongoClient connect(String uri) {
        return connect(uri, settings -> {});
    }

    /** A client with other settings. */
    public static MongoClient connect(String uri, Consumer<MongoClientSettings.Builder> change) {
        MongoClientSettings.Builder settings = MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(uri))
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(SELECTION_SECONDS, TimeUnit.SECONDS))
                .applyToSocketSettings(socket -> socket.readTimeout(READ_SECONDS, TimeUnit.SECONDS));
        change.accept(settings);
        return MongoClients.create(settings.build());
    }
}
