package io.counterpoint.bench.part;

import io.counterpoint.sqldump.Dialect;
import io.counterpoint.sqldump.row.RowBatch;
import io.counterpoint.sqldump.scan.DumpScanner;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A dump of {@value #MEGABYTES} MB from its bytes to batches of rows, on one core. A score in operations per second
 * times {@value #MEGABYTES} is MB per second.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class DumpScanBenchmark {
    private static final int MEGABYTES = 16;
    private static final int ROWS_PER_INSERT = 500;

    /** How the rows are written down. */
    public enum Shape {
        /** Lines after COPY, as PostgreSQL writes them. */
        COPY(Dialect.POSTGRESQL),
        /** INSERT with many rows each, as mysqldump writes them. */
        INSERT(Dialect.MYSQL);

        private final Dialect dialect;

        Shape(Dialect dialect) {
            this.dialect = dialect;
        }
    }

    /** Which of them is read. */
    @Param
    public Shape shape = Shape.COPY;

    private byte[] dump = {};

    /** Writes the dump once. */
    @Setup
    public void write() {
        StringBuilder text = new StringBuilder(MEGABYTES << 20);
        text.append(
                "CREATE TABLE orders (id int, customer int, price decimal(10,2), placed varchar(30), note varchar(200));\n");
        if (shape == Shape.COPY) {
            text.append("COPY orders (id, customer, price, placed, note) FROM stdin;\n");
        }
        for (int row = 0; text.length() < MEGABYTES << 20; row++) {
            if (shape == Shape.COPY) {
                appendRow(text, row, "", "\t").append('\n');
            } else {
                text.append(row % ROWS_PER_INSERT == 0 ? "INSERT INTO orders VALUES (" : "(");
                appendRow(text, row, "'", ",").append(row % ROWS_PER_INSERT == ROWS_PER_INSERT - 1 ? ");\n" : "),");
            }
        }
        if (shape == Shape.COPY) {
            text.append("\\.\n");
        } else {
            text.setCharAt(text.length() - 1, ';');
        }
        dump = text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static StringBuilder appendRow(StringBuilder text, int row, String quote, String comma) {
        return text.append(row)
                .append(comma)
                .append(row % 977)
                .append(comma)
                .append(row % 1000)
                .append(".95")
                .append(comma)
                .append(quote)
                .append("2026-03-")
                .append(10 + row % 20)
                .append(" 12:00:00")
                .append(quote)
                .append(comma)
                .append(quote)
                .append("a parcel for the door on the left, number ")
                .append(row % 50)
                .append(quote);
    }

    /** The whole dump. */
    @Benchmark
    public void scan(Blackhole rows) throws IOException {
        DumpScanner scanner = new DumpScanner(new ByteArrayInputStream(dump), shape.dialect);
        for (RowBatch batch = scanner.next(); batch != null; batch = scanner.next()) {
            rows.consume(batch);
        }
    }
}
