/**
 * Limits of the protocol and of the product, each with its source. {@link io.counterpoint.base.limit.Limits} is read by
 * every module that takes input from outside.
 */
@NullMarked
package io.counterpoint.base.limit;

import org.jspecify.annotations.NullMarked;
