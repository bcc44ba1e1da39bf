/**
 * What stages hold while they run, and where the rest goes. {@link io.counterpoint.query.memory.StageMemory} says how
 * much that may be; {@link io.counterpoint.query.memory.ExternalSorter} sorts and
 * {@link io.counterpoint.query.memory.DocumentBuffer} keeps any number of documents within it, on disk if there is one.
 * Called by the stages of pipelines and by the sorts of plans.
 */
@NullMarked
package io.counterpoint.query.memory;

import org.jspecify.annotations.NullMarked;
