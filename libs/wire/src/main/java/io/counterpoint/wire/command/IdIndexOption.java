package io.counterpoint.wire.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The option {@code idIndex} of {@code create}, which tools that restore collections send: it can only describe the
 * index that every collection has.
 *
 * <p>Source: what a server of version 8.0 answers.
 */
public final class IdIndexOption {
    private static final String NAME = "idIndex";

    private IdIndexOption() {}

    /**
     * Takes the option out of a collection's options, to which it adds nothing. A view's is left to be refused.
     *
     * @param options changed
     * @throws CommandException TypeMismatch (14), FailedToParse (9), BadValue (2) for an index that is none on
     *     {@code _id}, or has another collation than the collection
     */
    public static void takeFrom(BsonDocument options) {
        if (!options.containsKey(NAME) || options.containsKey("viewOn")) {
            return;
        }
        BsonDocument spec = new Arguments("create", options).documentOrEmpty(NAME);
        Arguments index = new Arguments("create." + NAME, spec);
        BsonDocument key = index.document("key");
        if (key == null) {
            throw new CommandException(
                    ErrorCode.FAILED_TO_PARSE, "The 'key' field is a required property of an index specification");
        }
        boolean onId =
                key.size() == 1 && key.isNumber("_id") && key.getNumber("_id").doubleValue() == 1;
        if (!onId) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE, "The field 'key' for an _id index must be {_id: 1}, but got " + key.toJson());
        }
        BsonValue collation = spec.get("collation");
        if (collation != null && !collation.equals(options.get("collation", simple()))) {
            throw new CommandException(ErrorCode.BAD_VALUE, "'idIndex' must have the same collation as the collection");
        }
        options.remove(NAME);
    }

    private static BsonDocument simple() {
        return new BsonDocument("locale", new BsonString("simple"));
    }
}
