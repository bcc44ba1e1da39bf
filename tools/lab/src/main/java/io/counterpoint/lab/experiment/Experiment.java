package io.counterpoint.lab.experiment;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.counterpoint.lab.mode.Numbering;
import io.counterpoint.lab.mode.NumberingMode;
import io.counterpoint.lab.mode.Property;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that decides what a run does. The same experiment gives the same documents, ids, arrivals and faults in
 * every mode.
 *
 * @param name the scenario's name: lower-case letters, digits and hyphens
 * @param question what it asks, one sentence
 * @param lesson what its outcome means, for readers of a report
 * @param shards how many a cluster that is started for it has
 * @param mode as in {@link NumberingMode#id}
 * @param cache size of a block, null for the mode's own default
 * @param key what the collection is spread by: the id, the client, {@code one} (all on one shard) or the number; see
 *     the text of its error for the words
 * @param clients how many at once, at least 1
 * @param rate attempts a second of all clients together; 0 for as fast as they can
 * @param documents how many in all
 * @param operation how they are stored
 * @param batch documents a command of {@link Operation#BULK}
 * @param matching matching upserts after each document of {@link Operation#UPSERT}
 * @param restored documents that one client stores first with the numbers 1, 2, 3, …, as a restore does
 * @param explicitEvery every how many-th document of a client sends a number itself; 0 for none
 * @param explicitAhead how far ahead that number is
 * @param abortEvery every how many-th document of a client is inserted in a transaction that is aborted; 0 for none
 * @param faults in the order of their beginning
 * @param seed of all chance
 * @param expect properties that count for the exit status although the mode does not promise them
 */
public record Experiment(
        String name,
        String question,
        String lesson,
        int shards,
        String mode,
        @Nullable Integer cache,
        String key,
        int clients,
        double rate,
        int documents,
        Operation operation,
        int batch,
        int matching,
        int restored,
        int explicitEvery,
        int explicitAhead,
        int abortEvery,
        List<FaultPlan> faults,
        long seed,
        List<String> expect) {
    private static final Set<String> KEYS = Set.of("_id", "client", "one", "number");
    private static final int DOCUMENTS_MAX = 10_000_000;
    private static final int CLIENTS_MAX = 1_000;
    private static final int SHARDS_MAX = 64;
    /** The step of the mode strided, which an experiment leaves to the cluster. */
    private static final long STRIDE_DEFAULT = 8;

    /** @throws IllegalArgumentException naming the setting that makes no sense */
    public Experiment {
        faults = List.copyOf(faults);
        expect = List.copyOf(expect);
        require(name.matches("[a-z0-9][a-z0-9-]*"), "name: lower-case letters, digits and hyphens, not '" + name + "'");
        requireRange("shards", shards, 1, SHARDS_MAX);
        requireRange("clients", clients, 1, CLIENTS_MAX);
        requireRange("documents", documents, 1, DOCUMENTS_MAX);
        requireRange("batch", batch, 1, 100_000);
        requireRange("matching", matching, 0, 1_000);
        requireRange("restored", restored, 0, documents);
        requireRange("explicitEvery", explicitEvery, 0, documents);
        requireRange("explicitAhead", explicitAhead, 1, 1_000_000_000);
        requireRange("abortEvery", abortEvery, 0, documents);
        require(rate >= 0, "rate must not be negative");
        require(KEYS.contains(key), "key: _id, client, one or number, not '" + key + "'");
        require(cache == null || cache >= 1, "cache must be at least 1");
        NumberingMode.of(mode);
        expect.forEach(Experiment::property);
        require(abortEvery == 0 || operation == Operation.INSERT, "abortEvery goes with the operation insert only");
        require(
                explicitEvery == 0 || operation == Operation.INSERT,
                "explicitEvery goes with the operation insert only");
    }

    private static void requireRange(String what, int value, int least, int most) {
        require(
                value >= least && value <= most,
                what + " must lie between " + least + " and " + most + ", not " + value);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise + ".");
        }
    }

    private static Property property(String id) {
        try {
            return Property.valueOf(id.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("There is no property '" + id + "' to expect.", e);
        }
    }

    /** The mode with its lattice. */
    @JsonIgnore
    public Numbering numbering() {
        NumberingMode used = NumberingMode.of(mode);
        return used == NumberingMode.STRIDED ? new Numbering(used, STRIDE_DEFAULT) : Numbering.of(used);
    }

    /** {@link #expect} as properties. */
    @JsonIgnore
    public Set<Property> expected() {
        EnumSet<Property> properties = EnumSet.noneOf(Property.class);
        expect.forEach(id -> properties.add(property(id)));
        return properties;
    }
}
