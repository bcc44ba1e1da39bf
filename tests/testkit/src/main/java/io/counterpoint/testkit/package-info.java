/**
 * What the tests of all modules share: reproducible chance ({@code seed}), awkward values ({@code value}), expectations
 * kept as files ({@code golden}) and time that moves only when told ({@code fake}). Never part of a product.
 */
@NullMarked
package io.counterpoint.testkit;

import org.jspecify.annotations.NullMarked;
