/**
 * How texts compare where an operation or a collection asks for the rules of a language.
 * {@link io.counterpoint.query.collation.Collation} is the entry: it reads MongoDB's {@code collation} documents and
 * gives the order of values that goes with them. The rules are those of ICU, which is seen only in here.
 */
@NullMarked
package io.counterpoint.query.collation;

import org.jspecify.annotations.NullMarked;
