/**
 * Where settings come from: flags, then the environment, then a YAML file, then the default.
 * {@link io.counterpoint.cli.config.SettingSources} is asked by picocli for every option that is not on the command
 * line, so each option is declared once, with its help.
 */
@NullMarked
package io.counterpoint.cli.config;

import org.jspecify.annotations.NullMarked;
