package io.counterpoint.base.spill;

/** Where files can be had that live no longer than the command that needs them. Any thread. */
@FunctionalInterface
public interface SpillSpace {
    /**
     * A new, empty file. The caller closes it.
     *
     * @throws io.counterpoint.base.error.CommandException OutOfDiskSpace (14031) when the disk is full, OperationFailed
     *     (96) when it refuses otherwise
     */
    SpillFile create();
}
