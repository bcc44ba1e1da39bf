/**
 * What transactions promise, checked on histories: several routers, several shards, many clients at once, with the
 * checkers apart from the workloads.
 */
@NullMarked
package io.counterpoint.e2e.consistency;

import org.jspecify.annotations.NullMarked;
