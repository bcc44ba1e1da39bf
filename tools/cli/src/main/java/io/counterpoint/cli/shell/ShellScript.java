package io.counterpoint.cli.shell;

import java.io.IOException;
import java.io.PrintStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * A script in the words of MongoDB's shell, in one of three forms; {@code e} is a {@link ShellExpression}, {@code v} a
 * number, a boolean or a string:
 *
 * <pre>
 * e                         prints the value; also within print(…), printjson(…), JSON.stringify(…)
 * if (e != v) quit(n)       status n unless the value is v; also with ==, the other way round
 * while (e == v) { … }      waits until the value is another; what stands in the braces only counts attempts
 * </pre>
 *
 * <p>Source: these are the scripts by which Testcontainers' {@code MongoDBContainer} and the usual health checks of
 * containers speak to one.
 */
public final class ShellScript {
    private static final Pattern CONDITION = Pattern.compile(
            "if\\s*\\((.*?)\\s*(==|!=)=?\\s*([\\w'\"]+)\\s*\\)\\s*\\{?\\s*quit\\((\\d+)\\);?\\s*}?", Pattern.DOTALL);

    private static final Pattern LOOP = Pattern.compile(
            "(?:var\\s+\\w+\\s*=\\s*\\d+;)?\\s*while\\s*\\((.*?)\\s*(==|!=)=?\\s*([\\w'\"]+)\\s*\\)\\s*\\{.*}",
            Pattern.DOTALL);

    private static final Pattern PRINTED =
            Pattern.compile("(?:print|printjson|JSON\\.stringify)\\((.*)\\)", Pattern.DOTALL);

    private static final int ATTEMPTS_MAX = 60;
    private static final int STATUS_BYTE = 0xff;

    private final CommandRunner server;
    private final Pause pause;
    private final PrintStream out;
    private final String database;

    /** Waits between two attempts. */
    @FunctionalInterface
    public interface Pause {
        /** Returns after a moment. */
        void take() throws InterruptedException;
    }

    /**
     * Scripts for one server.
     *
     * @param database what {@code db} stands for
     * @param out where values are printed
     */
    public ShellScript(CommandRunner server, String database, Pause pause, PrintStream out) {
        this.server = server;
        this.database = database;
        this.pause = pause;
        this.out = out;
    }

    /**
     * Runs a script.
     *
     * @return the status to leave with: 0; what the script says; 1 when what it waited for did not happen, or a command
     *     was refused whose whole reply is the value
     * @throws UnknownScriptException when the script is of none of the forms
     * @throws IOException when the server does not answer
     */
    public int run(String script) throws IOException, InterruptedException {
        String text = script.strip().replaceFirst(";$", "").strip();
        Matcher condition = CONDITION.matcher(text);
        if (condition.matches()) {
            boolean quits = holds(condition, ShellExpression.parse(condition.group(1), database));
            // As a shell's own status, which is one byte; a number that would read as success must not.
            return quits ? Math.max(1, Integer.parseInt(condition.group(4)) & STATUS_BYTE) : 0;
        }
        Matcher loop = LOOP.matcher(text);
        if (loop.matches()) {
            return waitWhile(loop, ShellExpression.parse(loop.group(1), database));
        }
        Matcher printed = PRINTED.matcher(text);
        BsonValue value = ShellExpression.parse(printed.matches() ? printed.group(1) : text, database)
                .evaluate(server);
        out.println(shown(value));
        return isRefusal(value) ? 1 : 0;
    }

    private int waitWhile(Matcher loop, ShellExpression expression) throws IOException, InterruptedException {
        for (int attempt = 0; attempt <= ATTEMPTS_MAX; attempt++) {
            if (!holds(loop, expression)) {
                return 0;
            }
            pause.take();
        }
        return 1;
    }

    private boolean holds(Matcher comparison, ShellExpression expression) throws IOException {
        boolean equal = equal(expression.evaluate(server), comparison.group(3));
        return comparison.group(2).equals("==") == equal;
    }

    private static boolean equal(BsonValue value, String literal) {
        BsonValue other = BsonDocument.parse("{v: " + literal + "}").getOrDefault("v", BsonNull.VALUE);
        return (value instanceof BsonNumber left && other instanceof BsonNumber right)
                ? left.doubleValue() == right.doubleValue()
                : value.equals(other);
    }

    private static String shown(BsonValue value) {
        if (value instanceof BsonDocument document) {
            return document.toJson();
        }
        if (value instanceof BsonNumber number) {
            double plain = number.doubleValue();
            return plain == Math.rint(plain) ? Long.toString((long) plain) : Double.toString(plain);
        }
        if (value instanceof BsonString text) {
            return text.getValue();
        }
        if (value instanceof BsonBoolean truth) {
            return Boolean.toString(truth.getValue());
        }
        return value.isNull() ? "undefined" : new BsonDocument("value", value).toJson();
    }

    private static boolean isRefusal(BsonValue value) {
        return value instanceof BsonDocument reply && reply.get("ok") instanceof BsonNumber ok && ok.doubleValue() != 1;
    }
}
