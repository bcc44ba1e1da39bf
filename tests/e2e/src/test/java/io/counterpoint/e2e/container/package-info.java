/**
 * The image and the compose file, as users start them. Runs only with {@code -De2e.containers=true} and where Docker
 * is, skipped by name otherwise.
 */
@NullMarked
package io.counterpoint.e2e.container;

import org.jspecify.annotations.NullMarked;
