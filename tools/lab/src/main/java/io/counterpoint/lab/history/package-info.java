/**
 * What an experiment wrote down: every attempt with its times, outcome and number, every fault, and what the counters
 * stood at meanwhile. {@link io.counterpoint.lab.history.History} is the entry; metrics and verdicts are functions of
 * it alone, so a stored history can be judged again at any time.
 */
@NullMarked
package io.counterpoint.lab.history;

import org.jspecify.annotations.NullMarked;
