package io.counterpoint.spec;

import com.mongodb.ClientSessionOptions;
import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.ServerApi;
import com.mongodb.ServerApiVersion;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.gridfs.GridFSBucket;
import com.mongodb.client.gridfs.GridFSBuckets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The clients, databases, collections, sessions, buckets and values that a case names. */
final class Entities implements AutoCloseable {
    private final Routers routers;
    private final Map<String, Object> byName = new HashMap<>();
    private final Map<String, ObservedEvents> events = new HashMap<>();
    private final Map<String, BsonDocument> lsids = new HashMap<>();
    private final Map<String, MongoClient> clientsOfDatabases = new HashMap<>();
    private final Map<String, MongoDatabase> databasesOfCollections = new HashMap<>();
    private final List<ClientSession> implicitSessions = new ArrayList<>();

    /** No entities yet; clients will connect to the routers. */
    Entities(Routers routers) {
        this.routers = routers;
    }

    /** Makes what a {@code createEntities} lists. */
    void create(Iterable<? extends BsonValue> list) {
        for (BsonValue entry : list) {
            String kind = entry.asDocument().getFirstKey();
            Arguments arguments = new Arguments(entry.asDocument().getDocument(kind));
            String id = arguments.text("id");
            switch (kind) {
                case "client" -> byName.put(id, client(id, arguments));
                case "database" -> {
                    clientsOfDatabases.put(id, get(arguments.text("client"), MongoClient.class));
                    byName.put(id, database(arguments));
                }
                case "collection" -> {
                    databasesOfCollections.put(id, get(arguments.text("database"), MongoDatabase.class));
                    byName.put(id, collection(arguments));
                }
                case "session" -> {
                    ClientSession session = session(arguments);
                    byName.put(id, session);
                    lsids.put(id, session.getServerSession().getIdentifier());
                }
                case "bucket" -> byName.put(id, bucket(arguments));
                default -> throw new NotRunnable("unknown entity: " + kind);
            }
        }
    }

    private MongoClient client(String id, Arguments arguments) {
        Set<String> observed = new HashSet<>();
        Set<String> ignored = new TreeSet<>(Set.of("hello", "isMaster", "ismaster", "configureFailPoint"));
        StringBuilder options = new StringBuilder();
        boolean[] all = {false};
        MongoClientSettings.Builder settings = MongoClientSettings.builder();
        arguments
                .with(
                        "useMultipleMongoses",
                        several -> all[0] = several.asBoolean().getValue())
                .with(
                        "observeEvents",
                        names -> names.asArray()
                                .forEach(name -> observed.add(name.asString().getValue())))
                .with(
                        "ignoreCommandMonitoringEvents",
                        names -> names.asArray()
                                .forEach(name -> ignored.add(name.asString().getValue())))
                .with(
                        "uriOptions",
                        pairs -> pairs.asDocument()
                                .forEach((name, value) -> options.append(options.isEmpty() ? "?" : "&")
                                        .append(name)
                                        .append('=')
                                        .append(plain(value))))
                .with("serverApi", api -> settings.serverApi(serverApi(new Arguments(api.asDocument()))));
        arguments.requireAllRead();
        ObservedEvents listener = new ObservedEvents(observed, ignored);
        events.put(id, listener);
        return MongoClients.create(settings.applyConnectionString(new ConnectionString(routers.uri(all[0]) + options))
                .applyToServerSettings(server -> server.heartbeatFrequency(500, TimeUnit.MILLISECONDS)
                        .minHeartbeatFrequency(50, TimeUnit.MILLISECONDS))
                .addCommandListener(listener)
                .build());
    }

    private static String plain(BsonValue value) {
        if (value.isString()) {
            return value.asString().getValue();
        }
        return value.isBoolean()
                ? String.valueOf(value.asBoolean().getValue())
                : String.valueOf(value.asNumber().longValue());
    }

    private static ServerApi serverApi(Arguments arguments) {
        ServerApi.Builder api = ServerApi.builder().version(ServerApiVersion.findByValue(arguments.text("version")));
        arguments
                .with("strict", value -> api.strict(value.asBoolean().getValue()))
                .with(
                        "deprecationErrors",
                        value -> api.deprecationErrors(value.asBoolean().getValue()));
        arguments.requireAllRead();
        return api.build();
    }

    private MongoDatabase database(Arguments arguments) {
        MongoDatabase plain =
                get(arguments.text("client"), MongoClient.class).getDatabase(arguments.text("databaseName"));
        MongoDatabase[] made = {plain};
        arguments.with("databaseOptions", options -> {
            Arguments inside = new Arguments(options.asDocument());
            inside.with("readConcern", value -> made[0] = made[0].withReadConcern(Concerns.read(value)))
                    .with("writeConcern", value -> made[0] = made[0].withWriteConcern(Concerns.write(value)))
                    .with("readPreference", value -> made[0] = made[0].withReadPreference(Concerns.preference(value)));
            inside.requireAllRead();
        });
        arguments.requireAllRead();
        return made[0];
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type, filled on the same line
    private MongoCollection<BsonDocument> collection(Arguments arguments) {
        MongoCollection<BsonDocument>[] made = new MongoCollection[] {
            get(arguments.text("database"), MongoDatabase.class)
                    .getCollection(arguments.text("collectionName"), BsonDocument.class)
        };
        arguments.with("collectionOptions", options -> {
            Arguments inside = new Arguments(options.asDocument());
            inside.with("readConcern", value -> made[0] = made[0].withReadConcern(Concerns.read(value)))
                    .with("writeConcern", value -> made[0] = made[0].withWriteConcern(Concerns.write(value)))
                    .with("readPreference", value -> made[0] = made[0].withReadPreference(Concerns.preference(value)));
            inside.requireAllRead();
        });
        arguments.requireAllRead();
        return made[0];
    }

    private ClientSession session(Arguments arguments) {
        ClientSessionOptions.Builder options = ClientSessionOptions.builder();
        arguments.with("sessionOptions", value -> {
            Arguments inside = new Arguments(value.asDocument());
            inside.with(
                            "causalConsistency",
                            on -> options.causallyConsistent(on.asBoolean().getValue()))
                    .with("snapshot", on -> options.snapshot(on.asBoolean().getValue()))
                    .with("defaultTransactionOptions", transaction -> {
                        Arguments defaults = new Arguments(transaction.asDocument());
                        options.defaultTransactionOptions(Concerns.transaction(defaults));
                        defaults.requireAllRead();
                    });
            inside.requireAllRead();
        });
        MongoClient client = get(arguments.text("client"), MongoClient.class);
        arguments.requireAllRead();
        return client.startSession(options.build());
    }

    private GridFSBucket bucket(Arguments arguments) {
        MongoDatabase database = get(arguments.text("database"), MongoDatabase.class);
        arguments.requireAllRead();
        return GridFSBuckets.create(database);
    }

    /** Keeps a result under a name. */
    void save(String name, BsonValue value) {
        byName.put(name, value);
    }

    /** The database entity that a collection was made from. */
    MongoDatabase databaseOf(String collection) {
        MongoDatabase database = databasesOfCollections.get(collection);
        if (database == null) {
            throw new NotRunnable("no such collection: " + collection);
        }
        return database;
    }

    /** Keeps an open cursor under a name. */
    void keep(String name, CommandCursor cursor) {
        byName.put(name, cursor);
    }

    /** A new session of a database's client for commands that name none. */
    ClientSession implicitSession(String database) {
        MongoClient client = clientsOfDatabases.get(database);
        if (client == null) {
            throw new NotRunnable("no such database: " + database);
        }
        ClientSession session = client.startSession(
                ClientSessionOptions.builder().causallyConsistent(false).build());
        implicitSessions.add(session);
        return session;
    }

    /** A value that was saved. */
    BsonValue value(String name) {
        return get(name, BsonValue.class);
    }

    /** The id of a session, which outlives the session. */
    BsonDocument lsid(String name) {
        BsonDocument lsid = lsids.get(name);
        if (lsid == null) {
            throw new NotRunnable("no such session: " + name);
        }
        return lsid;
    }

    /** What a client told. */
    ObservedEvents events(String client) {
        ObservedEvents observed = events.get(client);
        if (observed == null) {
            throw new NotRunnable("no such client: " + client);
        }
        return observed;
    }

    /** An entity of some class. */
    <T> T get(String name, Class<T> type) {
        Object entity = object(name);
        if (!type.isInstance(entity)) {
            throw new NotRunnable(name + " is no " + type.getSimpleName());
        }
        return type.cast(entity);
    }

    /** An entity of any class. */
    Object object(String name) {
        Object entity = byName.get(name);
        if (entity == null) {
            throw new NotRunnable("no such entity: " + name);
        }
        return entity;
    }

    /** Ends sessions, then clients. */
    @Override
    public void close() {
        for (ClientSession session : ofType(ClientSession.class)) {
            session.close();
        }
        implicitSessions.forEach(ClientSession::close);
        for (MongoClient client : ofType(MongoClient.class)) {
            client.close();
        }
    }

    private <T> Set<T> ofType(Class<T> type) {
        return byName.values().stream().filter(type::isInstance).map(type::cast).collect(Collectors.toSet());
    }
}
