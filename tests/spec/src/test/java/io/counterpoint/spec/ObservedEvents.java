package io.counterpoint.spec;

import com.mongodb.event.CommandFailedEvent;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/** What a client told about its commands, as documents in the shape of {@code expectEvents}. Any thread. */
final class ObservedEvents implements CommandListener {
    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    private final Set<String> observed;
    private final Set<String> ignoredCommands;
    private final List<BsonDocument> events = new CopyOnWriteArrayList<>();
    private final List<BsonDocument> started = new CopyOnWriteArrayList<>();

    /**
     * Keeps events.
     *
     * @param observed such as {@code commandStartedEvent}
     * @param ignoredCommands commands that are left out
     */
    ObservedEvents(Set<String> observed, Set<String> ignoredCommands) {
        this.observed = observed;
        this.ignoredCommands = ignoredCommands;
    }

    /** Everything so far. */
    List<BsonDocument> events() {
        return List.copyOf(events);
    }

    /** The commands that were sent so far, whether or not their start is observed. */
    List<BsonDocument> commands() {
        return List.copyOf(started);
    }

    @Override
    public void commandStarted(CommandStartedEvent event) {
        BsonDocument command = copy(event.getCommand());
        started.add(command);
        add(
                "commandStartedEvent",
                event.getCommandName(),
                new BsonDocument("command", command).append("databaseName", new BsonString(event.getDatabaseName())));
    }

    @Override
    public void commandSucceeded(CommandSucceededEvent event) {
        add("commandSucceededEvent", event.getCommandName(), new BsonDocument("reply", copy(event.getResponse())));
    }

    @Override
    public void commandFailed(CommandFailedEvent event) {
        add("commandFailedEvent", event.getCommandName(), new BsonDocument());
    }

    private void add(String kind, String command, BsonDocument content) {
        if (observed.contains(kind) && !ignoredCommands.contains(command)) {
            events.add(new BsonDocument(kind, content.append("commandName", new BsonString(command))));
        }
    }

    /** The driver uses its buffers again, so what is kept has to be a copy. */
    private static BsonDocument copy(BsonDocument document) {
        return new RawBsonDocument(document, CODEC).decode(CODEC);
    }
}
