/**
 * Runs the specification tests of MongoDB drivers ("unified test format") and the BSON corpus, each read from a folder
 * that the repository does not contain.
 *
 * <p>Source: MongoDB specifications, unified test format and BSON corpus.
 */
@NullMarked
package io.counterpoint.spec;

import org.jspecify.annotations.NullMarked;
