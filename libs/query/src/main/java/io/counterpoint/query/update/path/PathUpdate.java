package io.counterpoint.query.update.path;

/**
 * One operator at one path.
 *
 * @param path where
 * @param update what becomes of the value there
 */
public record PathUpdate(UpdatePath path, FieldUpdate update) {}
