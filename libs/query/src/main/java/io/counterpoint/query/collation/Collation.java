package io.counterpoint.query.collation;

import com.ibm.icu.text.RuleBasedCollator;
import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.order.BinaryOrder;
import io.counterpoint.bson.order.CollatedOrder;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.query.ValueText;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * How an operation compares texts: by their bytes ({@link #SIMPLE}), or by the rules of a language. Immutable; any
 * thread. Two are equal when they compare all texts alike. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/collation/">Collation</a>.
 */
public final class Collation {
    /** By the bytes of their UTF-8, as without any collation. */
    public static final Collation SIMPLE =
            new Collation(new BsonDocument(CollationParser.LOCALE, new BsonString("simple")), BinaryOrder.INSTANCE);

    private final BsonDocument document;
    private final ValueOrder order;

    private Collation(BsonDocument document, ValueOrder order) {
        this.document = document;
        this.order = order;
    }

    /**
     * Reads a {@code collation} document.
     *
     * @throws CommandException BadValue (2) for a locale there is not and for options that do not go together, 40414
     *     without a locale, 40415 for an unknown option, FailedToParse (9), TypeMismatch (14) and 51024 for wrong
     *     values, IncompatibleCollationVersion (161) for another version of the rules
     */
    public static Collation parse(BsonDocument specification) {
        CollationParser parser = new CollationParser(specification);
        if (parser.isSimple()) {
            return SIMPLE;
        }
        RuleBasedCollator rules = parser.rules();
        return new Collation(CollationDocument.of(parser.locale(), rules), new CollatedOrder(new IcuTexts(rules)));
    }

    /**
     * The collation of an operation.
     *
     * @param asked the operation's {@code collation}; null or empty when it says nothing
     * @param otherwise the collection's
     * @throws CommandException as {@link #parse}
     */
    public static Collation of(@Nullable BsonDocument asked, Collation otherwise) {
        return asked == null || asked.isEmpty() ? otherwise : parse(asked);
    }

    /**
     * The collation that options of a collection or of an index hold.
     *
     * @return {@link #SIMPLE} when they hold none
     * @throws CommandException as {@link #parse}; TypeMismatch and BadValue for what is no document or an empty one
     */
    public static Collation ofOptions(BsonDocument options) {
        BsonValue value = options.get(CollationParser.FIELD);
        if (value == null || value.isNull()) {
            return SIMPLE;
        }
        if (!(value instanceof BsonDocument given)) {
            throw CollationParser.wrongType(CollationParser.FIELD, value, "type 'object'");
        }
        if (given.isEmpty()) {
            throw new CommandException(ErrorCode.BAD_VALUE, "'collation' cannot be an empty document.");
        }
        return parse(given);
    }

    /** Whether texts compare by their bytes. */
    public boolean isSimple() {
        return order == BinaryOrder.INSTANCE;
    }

    /** The order of values. */
    public ValueOrder order() {
        return order;
    }

    /**
     * The sort key of a string as MongoDB shows it where it shows keys of indexes.
     *
     * @return {@code 0x} and the bytes in hexadecimal
     */
    public String shownKey(BsonValue string) {
        return shown(order.keyOf(string));
    }

    /** As {@link #shownKey}, of a sort key that {@link ValueOrder#keyOf} has given. */
    public static String shown(BsonValue sortKey) {
        byte[] bytes = sortKey.asString().getValue().getBytes(StandardCharsets.ISO_8859_1);
        return "0x" + HexFormat.of().formatHex(bytes);
    }

    /** All options with their values, as {@code listIndexes} shows them; <code>{locale: "simple"}</code>. */
    public BsonDocument toDocument() {
        return document.clone();
    }

    /**
     * Whether a value's place among others depends on the collation: strings, and what may hold some. Values of other
     * types are the same to all collations.
     */
    public static boolean concerns(BsonValue value) {
        return switch (value.getBsonType()) {
            case STRING, SYMBOL, DOCUMENT, ARRAY -> true;
            default -> false;
        };
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Collation collation && document.equals(collation.document);
    }

    @Override
    public int hashCode() {
        return document.hashCode();
    }

    @Override
    public String toString() {
        return ValueText.of(document);
    }
}
