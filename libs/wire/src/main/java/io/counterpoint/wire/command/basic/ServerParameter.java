package io.counterpoint.wire.command.basic;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A setting of the server.
 *
 * @param value what it is
 * @param change takes another value while the server runs, refusing what is none; null when it cannot be changed
 */
record ServerParameter(Supplier<BsonValue> value, @Nullable Consumer<BsonValue> change) {}
