package io.counterpoint.restore;

import com.mongodb.ConnectionString;
import com.mongodb.MongoException;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import io.counterpoint.restore.load.BatchWriter;
import io.counterpoint.restore.load.RestoreState;
import io.counterpoint.restore.load.RowIds;
import io.counterpoint.restore.plan.CollectionPlan;
import io.counterpoint.restore.plan.Completion;
import io.counterpoint.restore.plan.NamespaceRule;
import io.counterpoint.restore.report.RestoreReport;
import io.counterpoint.restore.report.Warnings;
import io.counterpoint.restore.source.DumpSource;
import io.counterpoint.restore.value.RowEncoder;
import io.counterpoint.sqldump.DumpException;
import io.counterpoint.sqldump.row.RowBatch;
import io.counterpoint.sqldump.row.RowTarget;
import io.counterpoint.sqldump.scan.DumpScanner;
import io.counterpoint.sqldump.schema.Column;
import io.counterpoint.sqldump.schema.QualifiedName;
import io.counterpoint.sqldump.schema.Sequence;
import io.counterpoint.sqldump.schema.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/** One restore of one SQL dump. One use. */
public final class SqlRestore {
    private static final int STATE_EVERY_MILLIS = 2000;

    /** What is known of a table once rows of it came. */
    private static final class Load {
        final LongAdder rows = new LongAdder();
        final Map<RowTarget, RowEncoder> encoders = new HashMap<>();
        final Map<String, Boolean> numbersGiven = new HashMap<>();
        final Map<String, Long> generated = new HashMap<>();

        @Nullable
        MongoCollection<RawBsonDocument> collection;
    }

    private final RestoreConfig config;
    private final DumpSource source;
    private final Executor executor;
    private final Clock clock;
    private final int run;
    private final RestoreProgress progress;
    private final Warnings warnings = new Warnings();
    private final Map<QualifiedName, Load> loads = new LinkedHashMap<>();
    private final Map<String, QualifiedName> namespaces = new HashMap<>();
    private boolean began;
    private final Map<QualifiedName, List<RestoreReport.Counter>> counters = new HashMap<>();

    /**
     * A restore that has not begun.
     *
     * @param executor encodes and inserts batches
     * @param run a random number that tells restores apart
     */
    public SqlRestore(
            RestoreConfig config,
            DumpSource source,
            Executor executor,
            Clock clock,
            int run,
            RestoreProgress progress) {
        this.config = config;
        this.source = source;
        this.executor = executor;
        this.clock = clock;
        this.run = run;
        this.progress = progress;
    }

    /**
     * Restores the dump.
     *
     * @return what was done; with a failure when it ended early, in which case what is restored stays
     */
    public RestoreReport run() throws IOException, InterruptedException {
        long started = clock.millis();
        if (config.dryRun()) {
            return report(started, null);
        }
        String uri = config.uri();
        if (uri == null) {
            throw new RestoreException("the cluster is not named: --uri");
        }
        try (MongoClient client = MongoClients.create(new ConnectionString(uri))) {
            return report(started, client);
        } catch (IllegalArgumentException e) {
            throw new RestoreException("--uri: " + e.getMessage(), e);
        }
    }

    private RestoreReport report(long started, @Nullable MongoClient client) throws IOException, InterruptedException {
        String fingerprint = source.fingerprint();
        DumpScanner scanner = null;
        String failure = null;
        try {
            scanner = new DumpScanner(source.content(), config.dialect());
            restore(scanner, client, fingerprint);
        } catch (DumpException | RestoreException e) {
            failure = String.valueOf(e.getMessage());
        } catch (MongoException e) {
            failure = "the cluster refused or is gone: " + e.getMessage();
        } catch (UncheckedIOException e) {
            failure = "reading " + source.name() + ": " + e.getMessage();
        }
        double seconds = (clock.millis() - started) / 1000.0;
        if (scanner == null) {
            return new RestoreReport(
                    source.name(), "SQL", config.dryRun(), List.of(), Map.of(), List.of(), seconds, 0, failure);
        }
        List<String> texts = new ArrayList<>(scanner.schema().warnings());
        texts.addAll(warnings.texts());
        return new RestoreReport(
                source.name(),
                scanner.schema().dialect().toString(),
                config.dryRun(),
                collections(scanner),
                scanner.skipped(),
                texts,
                seconds,
                scanner.offset(),
                failure);
    }

    private void restore(DumpScanner scanner, @Nullable MongoClient client, String fingerprint)
            throws InterruptedException {
        RowIds ids = new RowIds((int) (clock.millis() / 1000), run);
        long storedBefore = 0;
        RestoreState state = client == null ? null : new RestoreState(client, fingerprint + destination());
        boolean resumed = false;
        if (config.resume() && state != null) {
            Optional<RestoreState.Begun> begun = state.load();
            if (begun.isEmpty()) {
                throw new RestoreException(
                        "there is nothing to resume: no restore of this dump was interrupted in this cluster");
            }
            ids = begun.get().ids();
            storedBefore = begun.get().rows();
            resumed = true;
        }
        began = resumed;
        BatchWriter writer = new BatchWriter(executor, resumed, storedBefore);
        try {
            rows(scanner, client, writer, ids, state, storedBefore);
            writer.drain();
        } finally {
            writer.settle();
            if (state != null && began) {
                state.save(ids, writer.watermark());
            }
        }
        complete(scanner, client);
        if (state != null) {
            state.remove();
        }
    }

    private void rows(
            DumpScanner scanner,
            @Nullable MongoClient client,
            BatchWriter writer,
            RowIds ids,
            @Nullable RestoreState state,
            long storedBefore)
            throws InterruptedException {
        long saved = clock.millis();
        for (RowBatch batch = scanner.next(); batch != null; batch = scanner.next()) {
            RowTarget target = batch.target();
            Table table = scanner.schema().table(target.table(), batch.line(0));
            Load load = load(scanner, client, table);
            if (state != null && !began) {
                // Only now: a restore that was refused must not take the place of one that was interrupted.
                state.save(ids, 0);
                began = true;
            }
            List<RowEncoder.Given> given = given(scanner, table, load, batch);
            RowEncoder encoder = load.encoders.computeIfAbsent(target, t -> new RowEncoder(t, ids::id, warnings));
            if (load.collection == null) {
                encoder.encode(batch, given);
                load.rows.add(batch.count());
            } else if (batch.firstRow() + batch.count() <= storedBefore) {
                writer.skip(batch);
                load.rows.add(batch.count());
            } else {
                writer.submit(load.collection, encoder, batch, given, load.rows);
            }
            progress.at(batch.firstRow() + batch.count(), source.readBytes());
            if (state != null && clock.millis() - saved > STATE_EVERY_MILLIS) {
                state.save(ids, writer.watermark());
                saved = clock.millis();
            }
        }
    }

    // Collections

    private Load load(DumpScanner scanner, @Nullable MongoClient client, Table table) {
        Load known = loads.get(table.name());
        if (known != null) {
            return known;
        }
        Load load = new Load();
        MongoNamespace namespace = namespace(scanner, table);
        QualifiedName other = namespaces.putIfAbsent(namespace.getFullName(), table.name());
        if (other != null && !other.equals(table.name())) {
            throw new RestoreException(other + " and " + table.name() + " would both become " + namespace
                    + "; tell them apart with --map");
        }
        if (client != null) {
            load.collection = open(client, namespace);
        }
        loads.put(table.name(), load);
        return load;
    }

    private MongoCollection<RawBsonDocument> open(MongoClient client, MongoNamespace namespace) {
        MongoDatabase database = client.getDatabase(namespace.getDatabaseName());
        String name = namespace.getCollectionName();
        boolean exists =
                database.listCollections().filter(Filters.eq("name", name)).first() != null;
        if (exists && config.drop() && !config.resume()) {
            database.getCollection(name).drop();
            exists = false;
        }
        if (exists && !config.resume()) {
            throw new RestoreException(
                    namespace + " is there already; drop it with --drop, or name another with --map or --database");
        }
        if (!exists) {
            database.createCollection(name);
        }
        return database.getCollection(name, RawBsonDocument.class);
    }

    private MongoNamespace namespace(DumpScanner scanner, Table table) {
        NamespaceRule rule = new NamespaceRule(scanner.schema().dialect(), database(scanner), config.namespaces());
        try {
            return rule.namespace(table.name());
        } catch (IllegalArgumentException e) {
            throw new RestoreException(
                    table.name() + " cannot be the name of a collection: " + e.getMessage() + "; use --map", e);
        }
    }

    /** What tells a restore of this dump from one of the same dump into other collections. */
    private String destination() {
        String uri = config.uri();
        String ofUri = uri == null ? null : new ConnectionString(uri).getDatabase();
        return " " + (config.database() != null ? config.database() : ofUri) + " " + config.namespaces();
    }

    private String database(DumpScanner scanner) {
        if (config.database() != null) {
            return config.database();
        }
        String uri = config.uri();
        String ofUri = uri == null ? null : new ConnectionString(uri).getDatabase();
        if (ofUri != null) {
            return ofUri;
        }
        return scanner.schema().database().orElseGet(() -> {
            String file = source.name().replaceFirst("\\..*", "");
            if (file.isEmpty() || source.name().equals(DumpSource.STANDARD_INPUT)) {
                throw new RestoreException("the dump does not name its database; give one with --database");
            }
            return file;
        });
    }

    // Numbers that rows leave to the database

    private List<RowEncoder.Given> given(DumpScanner scanner, Table table, Load load, RowBatch batch) {
        List<Column> listed = batch.target().columns();
        List<RowEncoder.Given> given = new ArrayList<>();
        for (Column column : table.columns()) {
            boolean has = listed.stream().anyMatch(c -> c.name().equals(column.name()));
            if (has && column.numbered()) {
                load.numbersGiven.put(column.name(), true);
            } else if (!has && column.numbered()) {
                given.add(number(scanner, table, load, batch, column));
            } else if (!has && !column.computed()) {
                warnings.add(
                        table.name() + "." + column.name()
                                + ": rows leave it to the database's default, so the field is absent",
                        batch.line(0));
            }
        }
        return given;
    }

    private RowEncoder.Given number(DumpScanner scanner, Table table, Load load, RowBatch batch, Column column) {
        QualifiedName by = column.sequence();
        if (by != null) {
            Sequence sequence = scanner.schema().sequence(by);
            long first =
                    sequence.last().isPresent() ? sequence.last().getAsLong() + sequence.increment() : sequence.start();
            sequence.set(first + (batch.count() - 1) * sequence.increment(), true);
            return new RowEncoder.Given(column.name(), first, sequence.increment());
        }
        if (load.numbersGiven.getOrDefault(column.name(), false)) {
            throw new DumpException(
                    batch.line(0),
                    "rows of " + table.name() + " leave " + column.name()
                            + " to the database after others gave it: its number cannot be known");
        }
        long first = load.generated.merge(column.name(), (long) batch.count(), Long::sum) - batch.count() + 1;
        return new RowEncoder.Given(column.name(), first, 1);
    }

    // The end

    /** A sequence that stands somewhere and numbers no column would be lost without a word. */
    private void warnOfLooseSequences(DumpScanner scanner) {
        for (Sequence sequence : scanner.schema().sequences()) {
            boolean used = scanner.schema().tables().stream()
                    .flatMap(table -> table.columns().stream())
                    .anyMatch(column -> sequence.name().equals(column.sequence()));
            if (!used && sequence.last().isPresent()) {
                warnings.add(
                        "the sequence " + sequence.name() + " stands at "
                                + sequence.last().getAsLong() + " and numbers no column: it is not carried over",
                        0);
            }
        }
    }

    private void complete(DumpScanner scanner, @Nullable MongoClient client) {
        warnOfLooseSequences(scanner);
        for (Table table : scanner.schema().tables()) {
            load(scanner, client, table);
        }
        if (client == null) {
            return;
        }
        Completion completion = new Completion(client, config.raiseCounters(), warnings);
        boolean routed = "isdbgrid"
                .equals(client.getDatabase("admin")
                        .runCommand(new Document("hello", 1))
                        .get("msg"));
        for (Table table : scanner.schema().tables()) {
            CollectionPlan plan = plan(scanner, table);
            completion.indexes(plan);
            counters.put(table.name(), completion.counters(plan));
            if (routed && plan.indexes().stream().anyMatch(index -> index.getBoolean("unique", false))) {
                warnings.add("keys of " + plan.namespace() + " are unique on each shard, not across shards", 0);
            }
        }
    }

    private CollectionPlan plan(DumpScanner scanner, Table table) {
        return CollectionPlan.of(scanner.schema(), table, namespace(scanner, table));
    }

    private List<RestoreReport.Collection> collections(DumpScanner scanner) {
        List<RestoreReport.Collection> result = new ArrayList<>();
        for (Table table : scanner.schema().tables()) {
            Load load = loads.get(table.name());
            if (load == null) {
                continue;
            }
            CollectionPlan plan = plan(scanner, table);
            List<RestoreReport.Counter> done = counters.get(table.name());
            result.add(new RestoreReport.Collection(
                    plan.table(),
                    plan.namespace().getFullName(),
                    load.rows.sum(),
                    plan.fields(),
                    done != null || config.dryRun() ? plan.indexes() : List.of(),
                    done != null ? done : config.dryRun() ? plan.plannedCounters() : List.of()));
        }
        return result;
    }
}
