package io.counterpoint.router.command;

import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.cursor.CursorCommands;
import java.util.ArrayList;
import java.util.List;

/** The list of a router's own commands, beside the basic ones that router and shard share. */
public final class RouterCommands {
    private RouterCommands() {}

    /** The entries, sorted by the classes that hold them. */
    public static List<CommandEntry> entries(RouterAccess router) {
        List<CommandEntry> entries = new ArrayList<>();
        entries.add(AggregateCommand.entry(router));
        entries.addAll(BalancerCommands.entries());
        entries.add(BulkWriteCommand.entry(router));
        entries.addAll(CheckpointCommands.entries(router));
        entries.addAll(CollectionCommands.entries(router));
        entries.add(CountCommand.entry(router));
        entries.add(CreateCommand.entry(router));
        entries.addAll(CursorCommands.entries(router.cursors()));
        entries.add(DeleteCommand.entry(router));
        entries.add(DistinctCommand.entry(router));
        entries.add(ExplainCommand.entry(router));
        entries.add(FindAndModifyCommand.entry(router));
        entries.add(FindCommand.entry(router));
        entries.addAll(FsyncCommands.entries(router));
        entries.addAll(IndexCommands.entries(router));
        entries.add(InsertCommand.entry(router));
        entries.add(ListCollectionsCommand.entry(router));
        entries.add(ListDatabasesCommand.entry(router));
        entries.add(MetadataConsistencyCommand.entry(router));
        entries.addAll(OperationCommands.entries(router));
        entries.addAll(SequenceCommands.entries(router));
        entries.addAll(ShardingCommands.entries(router));
        entries.addAll(StatisticsCommands.entries(router));
        entries.addAll(TransactionCommands.entries(router));
        entries.add(UpdateCommand.entry(router));
        return entries;
    }
}
