package io.counterpoint.wire.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class CommandTableTest {
    private static CommandEntry entry(String name, String... aliases) {
        return CommandEntry.command(name, "Test.")
                .aliases(aliases)
                .handledBy(request -> CompletableFuture.completedFuture(new BsonDocument()));
    }

    @Test
    void sortsAndFinds() {
        CommandEntry find = entry("find");
        CommandEntry drop = entry("drop", "deleteCollection");
        CommandTable table = CommandTable.of(List.of(find), List.of(drop));

        assertThat(table.list()).containsExactly(drop, find);
        assertThat(table.find("find")).isSameAs(find);
        assertThat(table.find("deleteCollection")).isSameAs(drop);
        assertThat(table.find("Find")).isNull();
    }

    @Test
    void refusesTwoCommandsOfOneName() {
        List<CommandEntry> clash = List.of(entry("find"), entry("search", "find"));
        assertThatThrownBy(() -> new CommandTable(clash))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("two commands answer to find");
    }
}
