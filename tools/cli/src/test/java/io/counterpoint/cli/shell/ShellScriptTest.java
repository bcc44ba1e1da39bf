package io.counterpoint.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ShellScriptTest {
    /** What Testcontainers waits with, between its own attempts and words. */
    private static final String WAITING = "var attempt = 0; while(db.runCommand( { isMaster: 1 } ).ismaster==false) "
            + "{ if (attempt > 60) {quit(1);} print('waiting ' + attempt); sleep(100);  attempt++;  }";

    private static final String STATUS = "if(db.adminCommand({replSetGetStatus: 1})['myState'] != 1) quit(900)";

    private final List<String> asked = new ArrayList<>();
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private boolean primary = true;
    private int pauses;

    private BsonDocument answer(String database, BsonDocument command) {
        asked.add(database + " " + command.toJson());
        return switch (command.getFirstKey()) {
            case "ping" -> BsonDocument.parse("{ok: 1.0}");
            case "hello" -> BsonDocument.parse("{isWritablePrimary: " + primary + ", ok: 1.0}");
            case "isMaster" -> BsonDocument.parse("{ismaster: " + primary + ", ok: 1.0}");
            default -> BsonDocument.parse("{ok: 0.0, errmsg: 'no such command'}");
        };
    }

    private int run(String script) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        return new ShellScript(this::answer, "shop", this::pause, out).run(script);
    }

    private void pause() {
        pauses++;
        primary = pauses == 3;
    }

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8).strip();
    }

    @Test
    void initiatesWhatNeedsNoInitiation() throws IOException, InterruptedException {
        assertThat(run("rs.initiate();")).isZero();

        assertThat(printed()).isEqualTo("{\"ok\": 1}");
        assertThat(asked).containsExactly("admin {\"hello\": 1}");
    }

    @Test
    void tellsWhetherTheServerTakesWrites() throws IOException, InterruptedException {
        assertThat(run(STATUS)).isZero();
        assertThat(run("rs.status().myState")).isZero();
        assertThat(printed()).isEqualTo("1");

        primary = false;
        assertThat(run(STATUS)).isEqualTo(900 & 0xff);
    }

    @Test
    void waitsUntilTheServerTakesWrites() throws IOException, InterruptedException {
        primary = false;

        assertThat(run(WAITING)).isZero();
        assertThat(pauses).isEqualTo(3);
        assertThat(asked).hasSize(4).first().isEqualTo("shop {\"isMaster\": 1}");
    }

    @Test
    void givesUpWaiting() throws IOException, InterruptedException {
        primary = false;
        pauses = 3;

        assertThat(run(WAITING)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "db.adminCommand('ping').ok",
                "db.runCommand(\"ping\").ok;",
                "print(db.runCommand({ping: 1}).ok)",
                "db.runCommand({ ping: 1 })['ok']"
            })
    void answersHealthChecks(String script) throws IOException, InterruptedException {
        assertThat(run(script)).isZero();
        assertThat(printed()).isEqualTo("1");
    }

    @Test
    void aRefusedCommandFails() throws IOException, InterruptedException {
        assertThat(run("db.runCommand({nonsense: 1})")).isEqualTo(1);
        assertThat(printed()).contains("no such command");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "db.orders.insertOne({a: 1})",
                "db.runCommand(ping",
                "db.runCommand(5)",
                "db.runCommand({})",
                "quit(0)",
                "load('/tmp/init.js')"
            })
    void refusesWhatItDoesNotKnow(String script) {
        assertThatThrownBy(() -> run(script)).isInstanceOf(UnknownScriptException.class);
        assertThat(asked).isEmpty();
    }
}
