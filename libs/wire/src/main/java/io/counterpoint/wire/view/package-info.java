/**
 * How reads of views are put: {@link io.counterpoint.wire.view.ReadOnView} makes an aggregate of a find, a count or a
 * distinct. Called by the commands of shard and router, which know what is a view.
 */
@NullMarked
package io.counterpoint.wire.view;

import org.jspecify.annotations.NullMarked;
