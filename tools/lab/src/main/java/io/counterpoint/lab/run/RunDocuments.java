package io.counterpoint.lab.run;

import io.counterpoint.lab.experiment.Experiment;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.bson.Document;
import org.bson.types.ObjectId;

/** The documents of a run: a function of seed, client and ordinal, so every mode stores the same ones. */
final class RunDocuments {
    private static final int OBJECT_ID_BYTES = 12;

    private RunDocuments() {}

    /** {@code {_id, c: client, n: ordinal}}, and the field of the shard key if it needs one. */
    static Document of(Experiment experiment, int client, int ordinal) {
        SplittableRandom random = random(experiment.seed(), client, ordinal);
        ByteBuffer bytes = ByteBuffer.allocate(OBJECT_ID_BYTES);
        bytes.putLong(random.nextLong()).putInt(random.nextInt()).flip();
        Document document =
                new Document("_id", new ObjectId(bytes)).append("c", client).append("n", ordinal);
        Spreading.mark(document, experiment.key(), client);
        return document;
    }

    /** Chance that belongs to one document, or, with ordinal −1, to one client. */
    static SplittableRandom random(long seed, int client, int ordinal) {
        return new SplittableRandom(
                new SplittableRandom(seed * 31 + client).nextLong() + ordinal * 0x9E3779B97F4A7C15L);
    }
}
