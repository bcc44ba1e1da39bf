/**
 * Holds {@code docs/protocol-surface.md} to what the processes answer: the page is the printed form of the lists in the
 * code.
 */
@NullMarked
package io.counterpoint.e2e.surface;

import org.jspecify.annotations.NullMarked;
