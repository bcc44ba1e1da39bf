/**
 * Errors as values: what a client can cause or has to be told. {@link io.counterpoint.base.error.CommandException}
 * carries an {@link io.counterpoint.base.error.ErrorCode}, the text, and what else belongs into the reply; the command
 * dispatcher turns it into a reply document. Every module throws these.
 */
@NullMarked
package io.counterpoint.base.error;

import org.jspecify.annotations.NullMarked;
