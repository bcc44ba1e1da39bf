package io.counterpoint.spec;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/** The routers of a cluster, each with a client of its own for what a case does to one of them. */
final class Routers implements AutoCloseable {
    private final Map<String, MongoClient> clients = new LinkedHashMap<>();

    /** Connects to each, {@code host:port}; the first one is where a case goes unless it says otherwise. */
    Routers(List<String> addresses) {
        addresses.forEach(address -> clients.put(
                address,
                MongoClients.create(MongoClientSettings.builder()
                        .applyConnectionString(new ConnectionString("mongodb://" + address + "/"))
                        .build())));
    }

    /** The connection string of the first router, or of all. */
    String uri(boolean all) {
        List<String> addresses = new ArrayList<>(clients.keySet());
        return "mongodb://" + (all ? String.join(",", addresses) : addresses.get(0)) + "/";
    }

    /** A client of the first router. */
    MongoClient first() {
        return clients.values().iterator().next();
    }

    /** A client of the router with that address. */
    MongoClient at(String address) {
        MongoClient client = clients.get(address);
        if (client == null) {
            throw new NotRunnable("no router at " + address);
        }
        return client;
    }

    /** Ends the sessions of an earlier case: a transaction that it left open would block this one's collections. */
    void endSessions() {
        clients.values()
                .forEach(client ->
                        client.getDatabase("admin").runCommand(new BsonDocument("killAllSessions", new BsonArray())));
    }

    /** Lets each router see a collection before a transaction does. */
    void warmUp(String database, String collection) {
        clients.values()
                .forEach(client -> client.getDatabase(database)
                        .getCollection(collection)
                        .distinct("_id", org.bson.BsonValue.class)
                        .first());
    }

    @Override
    public void close() {
        clients.values().forEach(MongoClient::close);
    }
}
