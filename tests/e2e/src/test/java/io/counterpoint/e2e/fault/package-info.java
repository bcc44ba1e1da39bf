/**
 * What goes wrong outside of the program: processes that are killed, disks that are full, folders and ports that
 * somebody else has. Each test checks what the user is told and that nothing acknowledged is lost.
 */
@NullMarked
package io.counterpoint.e2e.fault;

import org.jspecify.annotations.NullMarked;
