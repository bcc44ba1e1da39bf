/**
 * From a filter, an order and a hint to documents. {@link io.counterpoint.shard.plan.Planner} chooses a
 * {@link io.counterpoint.shard.plan.Plan} from descriptions alone, without looking at data;
 * {@link io.counterpoint.shard.plan.PlanRunner} runs it against a view of the store, pulled document by document.
 * {@code explain} prints the very plan that ran. Called by all commands that look for documents.
 */
@NullMarked
package io.counterpoint.shard.plan;

import org.jspecify.annotations.NullMarked;
