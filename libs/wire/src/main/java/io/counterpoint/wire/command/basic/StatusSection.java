package io.counterpoint.wire.command.basic;

import java.util.function.Supplier;
import org.bson.BsonValue;

/**
 * A part of {@code serverStatus}.
 *
 * @param name the field of the reply
 * @param value asked anew for each reply; any thread, must not block
 */
public record StatusSection(String name, Supplier<? extends BsonValue> value) {}
