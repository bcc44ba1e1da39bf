package io.counterpoint.wire.command;

import org.bson.BsonDocument;
import org.bson.BsonDouble;

/**
 * An answer in two parts, so that a body that is bytes already is sent without being taken apart: the reply is the
 * fields of the body followed by those of the trailer. Neither may change any more.
 *
 * @param body what the command's handler gave, or the whole refusal
 * @param trailer generic fields behind it, usually {@code {ok: 1}}
 */
public record CommandReply(BsonDocument body, BsonDocument trailer) {
    /** The trailer of a success to which nothing is added; must not be changed. */
    static final BsonDocument OK = new BsonDocument("ok", new BsonDouble(1));

    /** The trailer of a body that is complete; must not be changed. */
    static final BsonDocument NOTHING = new BsonDocument();

    /** The answer to which there is none: the door ends the connection instead. */
    public static final CommandReply HANG_UP = new CommandReply(new BsonDocument(), new BsonDocument());

    /** Whether the door ends the connection instead of answering. */
    public boolean hangsUp() {
        return body.isEmpty() && trailer.isEmpty();
    }

    /** Both parts as one document; values are shared. */
    public BsonDocument document() {
        BsonDocument whole = new BsonDocument();
        whole.putAll(body);
        whole.putAll(trailer);
        return whole;
    }
}
