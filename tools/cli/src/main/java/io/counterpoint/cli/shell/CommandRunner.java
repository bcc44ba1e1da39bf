package io.counterpoint.cli.shell;

import java.io.IOException;
import org.bson.BsonDocument;

/** Runs commands on the server that a script talks to. */
@FunctionalInterface
public interface CommandRunner {
    /**
     * Runs one command.
     *
     * @return the reply, which may be a refusal
     * @throws IOException when the server does not answer
     */
    BsonDocument run(String database, BsonDocument command) throws IOException;
}
