package io.counterpoint.wire.command;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.jspecify.annotations.Nullable;

/**
 * How many operations each collection has seen and how long they took, since the process began. Any thread.
 *
 * <p>Source: MongoDB manual, "top" and "$collStats (aggregation)", {@code latencyStats}.
 */
public final class CollectionLatencies {
    /** Beyond so many names counting begins anew: clients may make up names without end. */
    private static final int NAMES_MAX = 10_000;

    /**
     * Kinds of operations: as {@code top} names them, and whether {@code latencyStats} counts them as reads or writes.
     */
    private enum Kind {
        QUERY("queries", "reads"),
        GETMORE("getmore", "reads"),
        INSERT("insert", "writes"),
        UPDATE("update", "writes"),
        REMOVE("remove", "writes"),
        READ("commands", "reads"),
        WRITE("commands", "writes"),
        OTHER("commands", "commands");

        private final String inTop;
        private final String inStats;

        Kind(String inTop, String inStats) {
            this.inTop = inTop;
            this.inStats = inStats;
        }

        static Kind of(String command) {
            return switch (command) {
                case "find" -> QUERY;
                case "getMore" -> GETMORE;
                case "insert" -> INSERT;
                case "update" -> UPDATE;
                case "delete" -> REMOVE;
                case "aggregate", "count", "distinct" -> READ;
                case "findAndModify", "findandmodify" -> WRITE;
                default -> OTHER;
            };
        }
    }

    private static final class Sum {
        private final LongAdder nanos = new LongAdder();
        private final LongAdder count = new LongAdder();
    }

    private static final class Sums {
        private final EnumMap<Kind, Sum> byKind = new EnumMap<>(Kind.class);

        Sums() {
            for (Kind kind : Kind.values()) {
                byKind.put(kind, new Sum());
            }
        }

        Sum of(Kind kind) {
            return Objects.requireNonNull(byKind.get(kind));
        }
    }

    private final ConcurrentMap<String, ConcurrentMap<String, Sums>> byDatabase = new ConcurrentHashMap<>();
    private final LongAdder names = new LongAdder();

    /** Nothing has run yet. */
    public CollectionLatencies() {}

    /** Counts an operation on a collection. */
    void record(String command, String database, String collection, long nanos) {
        ConcurrentMap<String, Sums> collections = byDatabase.get(database);
        Sums sums = collections == null ? null : collections.get(collection);
        if (sums == null) {
            sums = add(database, collection);
        }
        Sum sum = sums.of(Kind.of(command));
        sum.nanos.add(nanos);
        sum.count.increment();
    }

    private Sums add(String database, String collection) {
        if (names.sum() >= NAMES_MAX) {
            byDatabase.clear();
            names.reset();
        }
        names.increment();
        return byDatabase
                .computeIfAbsent(database, name -> new ConcurrentHashMap<>())
                .computeIfAbsent(collection, name -> new Sums());
    }

    /**
     * The {@code totals} of {@code top}, times in microseconds.
     *
     * @param shown which collections, by database and name, there are; others, such as dropped ones, are left out
     */
    public BsonDocument totals(BiPredicate<String, String> shown) {
        BsonDocument totals = new BsonDocument();
        byDatabase.forEach((database, collections) -> collections.forEach((collection, sums) -> {
            if (shown.test(database, collection)) {
                totals.append(database + "." + collection, total(sums));
            }
        }));
        return totals;
    }

    private static BsonDocument total(Sums sums) {
        BsonDocument total = new BsonDocument();
        for (String field : new String[] {
            "total", "readLock", "writeLock", "queries", "getmore", "insert", "update", "remove", "commands"
        }) {
            total.append(field, sum(sums, kind -> belongs(kind, field), "time", "count"));
        }
        return total;
    }

    private static boolean belongs(Kind kind, String field) {
        return switch (field) {
            case "total" -> true;
            case "readLock" -> kind.inStats.equals("reads");
            case "writeLock" -> !kind.inStats.equals("reads");
            default -> kind.inTop.equals(field);
        };
    }

    /** {@code latencyStats} of a collection, latencies in microseconds. */
    public BsonDocument latencyStats(String database, String collection) {
        Map<String, Sums> collections = byDatabase.get(database);
        Sums sums = collections == null ? null : collections.get(collection);
        BsonDocument stats = new BsonDocument();
        for (String field : new String[] {"reads", "writes", "commands"}) {
            stats.append(field, sum(sums, kind -> kind.inStats.equals(field), "latency", "ops"));
        }
        return stats.append("transactions", sum(null, kind -> false, "latency", "ops"));
    }

    private static BsonDocument sum(@Nullable Sums sums, Predicate<Kind> wanted, String timeField, String countField) {
        long nanos = 0;
        long count = 0;
        for (Kind kind : Kind.values()) {
            if (sums != null && wanted.test(kind)) {
                nanos += sums.of(kind).nanos.sum();
                count += sums.of(kind).count.sum();
            }
        }
        return new BsonDocument(timeField, new BsonInt64(TimeUnit.NANOSECONDS.toMicros(nanos)))
                .append(countField, new BsonInt64(count));
    }
}
