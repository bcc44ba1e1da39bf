package io.counterpoint.restore;

import io.counterpoint.sqldump.Dialect;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a restore is told.
 *
 * @param uri the cluster; null only for a dry run
 * @param database for tables of the default schema; null: the one of the URI, then what the dump says, then the name of
 *     the file
 * @param namespaces overrides, as {@code Destinations} takes them
 * @param dialect null: recognized
 * @param dryRun whether only the plan is wanted
 * @param drop whether collections that are there are dropped first
 * @param resume whether an interrupted restore of the same dump goes on
 * @param raiseCounters whether counters below the highest number stored are lifted to it
 */
public record RestoreConfig(
        @Nullable String uri,
        @Nullable String database,
        Map<String, String> namespaces,
        @Nullable Dialect dialect,
        boolean dryRun,
        boolean drop,
        boolean resume,
        boolean raiseCounters) {}
