/** The sequence laboratory: experiments with ways of numbering, what is measured in them, and what is said about it. */
@NullMarked
package io.counterpoint.lab;

import org.jspecify.annotations.NullMarked;
