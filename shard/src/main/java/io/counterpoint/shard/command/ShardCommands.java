package io.counterpoint.shard.command;

import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.cursor.CursorCommands;
import java.util.ArrayList;
import java.util.List;

/** The list of a shard's own commands, beside the basic ones that router and shard share. */
final class ShardCommands {
    private ShardCommands() {}

    /** The entries; what the disk refuses is told by {@code refusals}. */
    static List<CommandEntry> entries(ShardAccess shard, StorageRefusals refusals) {
        List<CommandEntry> entries = new ArrayList<>();
        entries.add(AggregateCommand.entry(shard));
        entries.add(BulkWriteCommand.entry(shard));
        entries.addAll(CheckpointCommands.entries(shard));
        entries.addAll(CollectionCommands.entries(shard));
        entries.addAll(CountCommands.entries(shard));
        entries.addAll(CursorCommands.entries(shard.cursors()));
        entries.add(DeleteCommand.entry(shard));
        entries.add(ExplainCommand.entry(shard));
        entries.add(FindAndModifyCommand.entry(shard));
        entries.add(FindCommand.entry(shard));
        entries.addAll(FsyncCommands.entries(shard));
        entries.addAll(IndexCommands.entries(shard));
        entries.add(InsertCommand.entry(shard));
        entries.addAll(ListCommands.entries(shard));
        entries.addAll(OperationCommands.entries(shard));
        entries.addAll(RouterDoorCommands.entries(shard));
        entries.addAll(SequenceCommands.entries(shard));
        entries.addAll(StatisticsCommands.entries(shard));
        entries.addAll(TransactionCommands.entries(shard));
        entries.add(UpdateCommand.entry(shard));
        return entries.stream().map(refusals::around).toList();
    }
}
