/**
 * Logging, set up in code: one format to standard error. {@link io.counterpoint.cli.log.LogSetup} is found by Logback
 * as a service, which is quicker at start than a configuration file.
 */
@NullMarked
package io.counterpoint.cli.log;

import org.jspecify.annotations.NullMarked;
