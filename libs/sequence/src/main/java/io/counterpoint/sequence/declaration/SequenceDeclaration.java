package io.counterpoint.sequence.declaration;

/**
 * One field that numbers itself. Immutable.
 *
 * @param field name of the field, one identifier
 * @param skipTaken false: a generated number that is stored already is an error (11000); true: the next free number is
 *     taken instead
 */
public record SequenceDeclaration(String field, boolean skipTaken) {}
