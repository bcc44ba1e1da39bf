/**
 * Judgement of a history, property by property, each with the smallest counterexample.
 * {@link io.counterpoint.lab.verdict.Judge} is the entry.
 */
@NullMarked
package io.counterpoint.lab.verdict;

import org.jspecify.annotations.NullMarked;
