package io.counterpoint.spec;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The arguments of an operation or of a model within one; knows which of them nobody has read. */
final class Arguments {
    private final BsonDocument values;
    private final Set<String> unread;

    /** Arguments as a test file has them. */
    Arguments(BsonDocument values) {
        this.values = values;
        unread = new TreeSet<>(values.keySet());
    }

    /** An argument without which the operation means nothing. */
    BsonValue required(String name) {
        unread.remove(name);
        BsonValue value = values.get(name);
        if (value == null) {
            throw new NotRunnable("no argument: " + name);
        }
        return value;
    }

    /** A required document. */
    BsonDocument document(String name) {
        return required(name).asDocument();
    }

    /** A required text. */
    String text(String name) {
        return required(name).asString().getValue();
    }

    /** Hands an optional argument on if it is there. */
    Arguments with(String name, Consumer<BsonValue> use) {
        BsonValue value = values.get(name);
        unread.remove(name);
        if (value != null) {
            use.accept(value);
        }
        return this;
    }

    /** Hands an optional truth value on if it is there. */
    Arguments withFlag(String name, Consumer<Boolean> use) {
        return with(name, value -> use.accept(value.asBoolean().getValue()));
    }

    /** Hands the optional hint on if it is there: the key of an index, or its name. */
    Arguments withHint(Consumer<BsonDocument> useKey, Consumer<String> useName) {
        return with("hint", value -> {
            if (value.isString()) {
                useName.accept(value.asString().getValue());
            } else {
                useKey.accept(value.asDocument());
            }
        });
    }

    /** Refuses to run an operation of which a part would be ignored. */
    void requireAllRead() {
        if (!unread.isEmpty()) {
            throw new NotRunnable("unknown argument: " + String.join(", ", unread));
        }
    }
}
