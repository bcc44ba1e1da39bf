package io.counterpoint.e2e.restore;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import io.counterpoint.e2e.deployment.ProgramRun;
import io.counterpoint.e2e.deployment.Target;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.Document;

/** What tests of the restore have in common. */
final class Restores {
    /** Enough for every one of three shards to be met by chance, all but certainly. */
    private static final int INSERTS_MAX = 200;

    private Restores() {}

    static Path fixture(String name) {
        try {
            return Path.of(Restores.class.getResource("/restore/" + name).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static ProgramRun restore(Path dump, String... more) {
        List<String> arguments = new ArrayList<>(
                List.of("restore", dump.toString(), "--uri", Target.router().uri()));
        arguments.addAll(List.of(more));
        return ProgramRun.of(arguments);
    }

    static void succeeds(ProgramRun run) {
        assertThat(run.status()).as(run.printed()).isZero();
    }

    static MongoCollection<Document> collection(String database, String name) {
        return Target.router().client().getDatabase(database).getCollection(name);
    }

    /** Every shard's row says {@code last}, and the first insert that lands on each is numbered {@code last + 1}. */
    static void counts(String database, String name, String field, long last, Document sample) {
        String row = database + "." + name + "." + field;
        for (MongoClient shard : Target.router().shards()) {
            Document counter = shard.getDatabase("admin")
                    .getCollection("counters")
                    .find(new Document("_id", row))
                    .first();
            assertThat(counter).as("row %s", row).isNotNull();
            assertThat(counter.get("last", Number.class))
                    .as("last of %s", row)
                    .extracting(Number::longValue)
                    .isEqualTo(last);
        }
        Set<Integer> met = new HashSet<>();
        for (int i = 0; i < INSERTS_MAX && met.size() < Target.router().shards().size(); i++) {
            Document inserted = new Document(sample);
            collection(database, name).insertOne(inserted);
            for (int s = 0; s < Target.router().shards().size(); s++) {
                Document found = Target.router()
                        .shards()
                        .get(s)
                        .getDatabase(database)
                        .getCollection(name)
                        .find(new Document("_id", inserted.getObjectId("_id")))
                        .first();
                if (found != null && met.add(s)) {
                    assertThat(found.get(field, Number.class))
                            .as("first number of shard %d", s + 1)
                            .extracting(Number::longValue)
                            .isEqualTo(last + 1);
                }
            }
        }
        assertThat(met).as("shards met").hasSize(Target.router().shards().size());
    }
}
