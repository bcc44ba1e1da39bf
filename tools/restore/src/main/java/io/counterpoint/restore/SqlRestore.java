package io.counterpoint.restore;

import com.mongodb.ConnectionString;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.counterpoint.restore.load.BatchWriter;
import io.counterpoint.restore.load.GivenNumbers;
import io.counterpoint.restore.load.RestoreState;
import io.counterpoint.restore.load.RowIds;
import io.counterpoint.restore.plan.Destinations;
import io.counterpoint.restore.report.RestoreReport;
import io.counterpoint.restore.report.Warnings;
import io.counterpoint.restore.source.DumpSource;
import io.counterpoint.restore.value.RowEncoder;
import io.counterpoint.sqldump.DumpException;
import io.counterpoint.sqldump.row.RowBatch;
import io.counterpoint.sqldump.row.RowTarget;
import io.counterpoint.sqldump.scan.DumpScanner;
import io.counterpoint.sqldump.schema.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One restore of one SQL dump. One use. */
public final class SqlRestore {
    private static final int STATE_EVERY_MILLIS = 2000;

    private final RestoreConfig config;
    private final @Nullable ConnectionString uri;
    private final DumpSource source;
    private final Executor executor;
    private final Clock clock;
    private final int run;
    private final RestoreProgress progress;
    private final Warnings warnings = new Warnings();

    /** Whether the cluster holds the state of this restore. */
    private boolean began;

    /**
     * A restore that has not begun.
     *
     * @param executor encodes and inserts batches
     * @param run a random number that tells restores apart
     * @throws RestoreException when the cluster's URI is none
     */
    public SqlRestore(
            RestoreConfig config,
            DumpSource source,
            Executor executor,
            Clock clock,
            int run,
            RestoreProgress progress) {
        this.config = config;
        this.uri = connection(config.uri());
        this.source = source;
        this.executor = executor;
        this.clock = clock;
        this.run = run;
        this.progress = progress;
    }

    private static @Nullable ConnectionString connection(@Nullable String uri) {
        try {
            return uri == null ? null : new ConnectionString(uri);
        } catch (IllegalArgumentException e) {
            throw new RestoreException("--uri: " + e.getMessage(), e);
        }
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
        if (uri == null) {
            throw new RestoreException("the cluster is not named: --uri");
        }
        try (MongoClient client = client(uri)) {
            return report(started, client);
        }
    }

    private static MongoClient client(ConnectionString uri) {
        try {
            return MongoClients.create(uri);
        } catch (IllegalArgumentException e) {
            throw new RestoreException("--uri: " + e.getMessage(), e);
        }
    }

    private RestoreReport report(long started, @Nullable MongoClient client) throws IOException, InterruptedException {
        String fingerprint = source.fingerprint();
        String database = config.database() != null ? config.database() : uri == null ? null : uri.getDatabase();
        DumpScanner scanner = null;
        RestoredTables tables = null;
        String failure = null;
        try {
            scanner = new DumpScanner(source.content(), config.dialect());
            Destinations destinations =
                    new Destinations(scanner.schema(), source.name(), database, config.namespaces());
            tables = new RestoredTables(config, scanner.schema(), destinations, client, warnings);
            // Two restores of the same dump into different collections are not the same restore.
            String key = fingerprint + " " + database + " " + config.namespaces();
            restore(scanner, tables, client == null ? null : new RestoreState(client, key));
        } catch (DumpException | RestoreException e) {
            failure = String.valueOf(e.getMessage());
        } catch (MongoException e) {
            failure = "the cluster refused or is gone: " + e.getMessage();
        } catch (UncheckedIOException e) {
            failure = "reading " + source.name() + ": " + e.getMessage();
        }
        double seconds = (clock.millis() - started) / 1000.0;
        if (scanner == null || tables == null) {
            return new RestoreReport(
                    source.name(), "SQL", config.dryRun(), List.of(), Map.of(), List.of(), seconds, 0, failure);
        }
        List<String> texts = new ArrayList<>(scanner.schema().warnings());
        texts.addAll(warnings.texts());
        return new RestoreReport(
                source.name(),
                scanner.schema().dialect().toString(),
                config.dryRun(),
                tables.report(),
                scanner.skipped(),
                texts,
                seconds,
                scanner.offset(),
                failure);
    }

    private void restore(DumpScanner scanner, RestoredTables tables, @Nullable RestoreState state)
            throws InterruptedException {
        RestoreState.Begun begun = new RestoreState.Begun(new RowIds((int) (clock.millis() / 1000), run), 0);
        if (state != null && config.resume()) {
            begun = state.load()
                    .orElseThrow(() -> new RestoreException(
                            "there is nothing to resume: no restore of this dump was interrupted in this cluster"));
            began = true;
        }
        BatchWriter writer = new BatchWriter(executor, began, begun.rows());
        try {
            rows(scanner, tables, writer, begun, state);
            writer.drain();
        } finally {
            writer.settle();
            if (state != null && began) {
                state.save(begun.ids(), writer.watermark());
            }
        }
        tables.complete();
        if (state != null) {
            state.remove();
        }
    }

    private void rows(
            DumpScanner scanner,
            RestoredTables tables,
            BatchWriter writer,
            RestoreState.Begun begun,
            @Nullable RestoreState state)
            throws InterruptedException {
        GivenNumbers numbers = new GivenNumbers(scanner.schema(), warnings);
        Map<RowTarget, RowEncoder> encoders = new HashMap<>();
        long saved = clock.millis();
        for (RowBatch batch = scanner.next(); batch != null; batch = scanner.next()) {
            Table table = scanner.schema().table(batch.target().table(), batch.line(0));
            RestoredTables.Load load = tables.load(table);
            if (state != null && !began) {
                // Only now: a restore that was refused must not take the place of one that was interrupted.
                state.save(begun.ids(), 0);
                began = true;
            }
            List<RowEncoder.Given> given = numbers.of(table, batch);
            RowEncoder encoder =
                    encoders.computeIfAbsent(batch.target(), t -> new RowEncoder(t, begun.ids()::id, warnings));
            if (load.collection() == null) {
                encoder.encode(batch, given);
                load.rows().add(batch.count());
            } else if (batch.firstRow() + batch.count() <= begun.rows()) {
                writer.skip(batch);
                load.rows().add(batch.count());
            } else {
                writer.submit(load.collection(), encoder, batch, given, load.rows());
            }
            progress.at(batch.firstRow() + batch.count(), source.readBytes());
            if (state != null && clock.millis() - saved > STATE_EVERY_MILLIS) {
                state.save(begun.ids(), writer.watermark());
                saved = clock.millis();
            }
        }
    }
}
