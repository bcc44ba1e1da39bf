/** Where tables go, and what makes their collections complete: indexes, autoincrement fields, counters. */
@NullMarked
package io.counterpoint.restore.plan;

import org.jspecify.annotations.NullMarked;
