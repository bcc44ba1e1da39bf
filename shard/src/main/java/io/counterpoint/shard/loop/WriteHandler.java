package io.counterpoint.shard.loop;

/**
 * The code behind one kind of write command. Commands are plain data with their time stamped on them; a handler is a
 * function of the command and of the state it sees through the context, so the same commands on the same state give the
 * same state anywhere.
 *
 * @param <C> the command
 * @param <R> the outcome
 */
@FunctionalInterface
public interface WriteHandler<C, R> {
    /**
     * Runs one command. May be run again from the start, on a later state, when it met a key that somebody else holds.
     *
     * @throws io.counterpoint.base.error.CommandException to refuse; all changes made through the context are undone
     */
    R execute(WriteContext context, C command);
}
