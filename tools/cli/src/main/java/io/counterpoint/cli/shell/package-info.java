/**
 * What a container that stands in for MongoDB's answers in place of its shell: the few expressions by which others
 * start and watch such a container. {@link io.counterpoint.cli.shell.ShellScript} is the entry.
 */
@NullMarked
package io.counterpoint.cli.shell;

import org.jspecify.annotations.NullMarked;
