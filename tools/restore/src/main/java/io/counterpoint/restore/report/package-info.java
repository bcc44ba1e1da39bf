/** What a restore has to say: warnings while it runs, a report at its end. */
@NullMarked
package io.counterpoint.restore.report;

import org.jspecify.annotations.NullMarked;
