package io.counterpoint.query.aggregate.stage;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.random.RandomSource;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.aggregate.flow.BlockingIterator;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.flow.StageSplit;
import io.counterpoint.query.memory.ExternalSorter;
import io.counterpoint.query.memory.MemoryBudget;
import io.counterpoint.query.memory.SpillFormat;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$sample: {size: n}}}: documents chosen at random, each set of n as likely as any other, in random order.
 *
 * <p>Every document draws a random number, and the n lowest numbers win. Split, each shard sends its n lowest together
 * with their numbers, and the router takes the lowest of all: the same choice as over all documents in one place,
 * whatever the shards hold.
 *
 * <p>Source: MongoDB manual, "$sample (aggregation)".
 *
 * @param size how many
 * @param part which half of a split stage it is
 */
record SampleStage(long size, Part part) implements Stage {
    static final String NAME = "$sample";
    static final String PARTIAL_NAME = "$_partialSample";
    static final String MERGE_NAME = "$_mergeSample";

    private static final String NUMBER = "n";
    private static final String DOCUMENT = "d";

    /** The whole stage or one of its halves. */
    enum Part {
        /** Documents in, documents out. */
        WHOLE(NAME),
        /** Documents in, documents with their numbers out. */
        SHARD(PARTIAL_NAME),
        /** Documents with their numbers in, documents out. */
        ROUTER(MERGE_NAME);

        private final String stageName;

        Part(String stageName) {
            this.stageName = stageName;
        }
    }

    /**
     * A document and the number it drew.
     *
     * @param number any
     * @param document the document
     */
    private record Drawn(long number, BsonDocument document) {
        private static final Format FORMAT = new Format();

        /** Lowest numbers first. On disk and between shard and router {@code {n: number, d: document}}. */
        private static final class Format implements SpillFormat<Drawn> {
            @Override
            public Comparator<Drawn> order() {
                return Comparator.comparingLong(Drawn::number);
            }

            @Override
            public long bytes(Drawn entry) {
                return MemoryBudget.estimate(entry.document());
            }

            @Override
            public BsonDocument write(Drawn entry) {
                return new BsonDocument(NUMBER, new BsonInt64(entry.number())).append(DOCUMENT, entry.document());
            }

            @Override
            public Drawn read(RawDocument document) {
                return of(document);
            }

            Drawn of(BsonDocument document) {
                return new Drawn(document.getInt64(NUMBER).getValue(), document.getDocument(DOCUMENT));
            }
        }
    }

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        return List.of(new SampleStage(size(argument), Part.WHOLE));
    }

    static List<Stage> parsePartial(BsonValue argument, StageParsing parsing) {
        return List.of(new SampleStage(size(argument), Part.SHARD));
    }

    static List<Stage> parseMerge(BsonValue argument, StageParsing parsing) {
        return List.of(new SampleStage(size(argument), Part.ROUTER));
    }

    @Override
    public BsonDocument toBson() {
        return new BsonDocument(part.stageName, new BsonDocument("size", new BsonInt64(size)));
    }

    @Override
    public StageSplit split() {
        return new StageSplit.Partial(
                List.of(new SampleStage(size, Part.SHARD)), List.of(new SampleStage(size, Part.ROUTER)), null);
    }

    @Override
    public DocumentIterator apply(DocumentIterator input, StageContext context) {
        RandomSource random = part == Part.ROUTER ? null : randomOf(context);
        return new BlockingIterator(
                input,
                all -> SortedFlow.of(
                        all,
                        new ExternalSorter<>(Drawn.FORMAT, context.memory(), size),
                        document -> draw(document, random),
                        this::output));
    }

    private static RandomSource randomOf(StageContext context) {
        RandomSource random = context.query().random();
        if (random == null) {
            throw new CommandException(ErrorCode.COMMAND_NOT_SUPPORTED, "$sample is not supported here");
        }
        return random;
    }

    /**
     * The document and its number.
     *
     * @param random null when the documents have drawn already
     */
    private static Drawn draw(BsonDocument input, @Nullable RandomSource random) {
        return random == null ? Drawn.FORMAT.of(input) : new Drawn(random.nextLong(), input);
    }

    private BsonDocument output(Drawn drawn) {
        return part == Part.SHARD ? Drawn.FORMAT.write(drawn) : drawn.document();
    }

    private static long size(BsonValue argument) {
        if (!argument.isDocument()) {
            throw StageErrors.location(28745, "the $sample stage specification must be an object");
        }
        BsonValue size = null;
        for (Map.Entry<String, BsonValue> option : argument.asDocument().entrySet()) {
            if (!option.getKey().equals("size")) {
                throw StageErrors.location(28748, "unrecognized option to $sample: " + option.getKey());
            }
            size = option.getValue();
        }
        if (size == null) {
            throw StageErrors.location(28749, "$sample stage must specify a size");
        }
        if (!Numbers.isNumber(size)) {
            throw StageErrors.location(28746, "size argument to $sample must be a number");
        }
        long count = (long) Numbers.toDouble(size);
        if (count <= 0) {
            throw StageErrors.location(28747, "size argument to $sample must be a positive integer");
        }
        return count;
    }
}
