package io.counterpoint.wire.command.basic;

import io.counterpoint.base.error.SearchNotEnabledException;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import java.util.List;
import java.util.stream.Stream;

/** The commands about indexes for text search, refused as by every server that is not Atlas's. */
final class SearchIndexCommands {
    private SearchIndexCommands() {}

    static List<CommandEntry> entries() {
        return Stream.of("createSearchIndexes", "dropSearchIndex", "listSearchIndexes", "updateSearchIndex")
                .map(name -> CommandEntry.command(name, "Manages indexes for text search; not supported.")
                        .abilities(Ability.ANY_FIELDS)
                        .handledBy(request -> {
                            throw new SearchNotEnabledException();
                        }))
                .toList();
    }
}
