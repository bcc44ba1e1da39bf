/** Backups of running clusters, and what comes back out of them. */
@NullMarked
package io.counterpoint.e2e.backup;

import org.jspecify.annotations.NullMarked;
