package io.counterpoint.lab.run;

import org.bson.Document;

/** What the collection of a run is spread by. */
final class Spreading {
    /** The field of the keys {@code client} and {@code one}. */
    static final String FIELD = "key";

    private Spreading() {}

    /** The shard key of {@code create}. */
    static Document shardKey(String key) {
        return switch (key) {
            case "client", "one" -> new Document(FIELD, "hashed");
            case "number" -> new Document(Numberer.FIELD, "hashed");
            default -> new Document("_id", "hashed");
        };
    }

    /** Gives a document of a client what the key needs. */
    static void mark(Document document, String key, int client) {
        switch (key) {
            case "client" -> document.append(FIELD, client);
            case "one" -> document.append(FIELD, 0);
            default -> {
                // The key is in the document anyway.
            }
        }
    }
}
