/**
 * {@code counterpoint restore}: SQL dumps into a running cluster, every test closed by inserts whose numbers are
 * checked.
 */
@NullMarked
package io.counterpoint.e2e.restore;

import org.jspecify.annotations.NullMarked;
