package io.counterpoint.cli.shell;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonParseException;

/**
 * An expression of MongoDB's shell that runs one command and may take one field of the reply. Known are
 * {@code db.runCommand(…)}, {@code db.adminCommand(…)}, {@code rs.initiate(…)} and {@code rs.status()}, each with
 * {@code .field} or {@code ['field']} behind it. Immutable.
 *
 * <p>There is no replica set to be initiated: a router takes writes as soon as it answers. So initiation and status are
 * answered from {@code hello}, as those of a set with one member.
 *
 * @param database where the command runs
 * @param command the command
 * @param field the field of the reply that is the value; empty for the whole reply
 */
record ShellExpression(String database, BsonDocument command, String field) {
    private static final String ADMIN = "admin";
    private static final int PRIMARY = 1;

    private static final Pattern FORM = Pattern.compile(
            "(db\\.runCommand|db\\.adminCommand|rs\\.initiate|rs\\.status)\\((.*)\\)(?:\\.(\\w+)|\\['(\\w+)']|\\[\"(\\w+)\"])?",
            Pattern.DOTALL);

    /**
     * Reads an expression.
     *
     * @param database what {@code db} stands for
     * @throws UnknownScriptException when it is none of those that are known
     */
    static ShellExpression parse(String text, String database) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new UnknownScriptException(text);
        }
        String field = "";
        for (int group = 3; group <= 5; group++) {
            field = form.group(group) == null ? field : form.group(group);
        }
        return switch (form.group(1)) {
            case "db.runCommand" -> new ShellExpression(database, argument(form.group(2), text), field);
            case "db.adminCommand" -> new ShellExpression(ADMIN, argument(form.group(2), text), field);
            case "rs.initiate" -> new ShellExpression(ADMIN, command("replSetInitiate"), field);
            default -> new ShellExpression(ADMIN, command("replSetGetStatus"), field);
        };
    }

    /** A command as a document, or only its name. */
    private static BsonDocument argument(String text, String script) {
        try {
            BsonValue value = BsonDocument.parse("{v: " + text + "}").get("v");
            if (value instanceof BsonString name) {
                return command(name.getValue());
            }
            if (value instanceof BsonDocument document && !document.isEmpty()) {
                return document;
            }
        } catch (JsonParseException e) {
            throw new UnknownScriptException(script, e);
        }
        throw new UnknownScriptException(script);
    }

    private static BsonDocument command(String name) {
        return new BsonDocument(name, new BsonInt32(1));
    }

    /** Runs the command; a field that the reply does not have is null. */
    BsonValue evaluate(CommandRunner server) throws IOException {
        BsonDocument reply = reply(server);
        return field.isEmpty() ? reply : reply.getOrDefault(field, BsonNull.VALUE);
    }

    private BsonDocument reply(CommandRunner server) throws IOException {
        String name = command.getFirstKey();
        if (!name.equals("replSetInitiate") && !name.equals("replSetGetStatus")) {
            return server.run(database, command);
        }
        BsonDocument hello = server.run(ADMIN, command("hello"));
        if (!hello.getBoolean("isWritablePrimary", BsonBoolean.FALSE).getValue()) {
            return hello;
        }
        BsonDocument answer = new BsonDocument("ok", new BsonInt32(1));
        return name.equals("replSetInitiate") ? answer : answer.append("myState", new BsonInt32(PRIMARY));
    }
}
