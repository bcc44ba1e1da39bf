package io.counterpoint.bson.raw;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.limit.Limits;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonValue;

/** Converts between documents and their bytes, and tells good bytes from bad. Any thread. */
public final class BsonBytes {
    private BsonBytes() {}

    /** The document's bytes, in an array of exactly their length that the caller owns. */
    public static byte[] encode(BsonDocument document) {
        if (document instanceof RawDocument raw) {
            return raw.toByteArray();
        }
        return new BsonOutput().appendFields(document).finishToByteArray();
    }

    /** The document as a raw view: itself if it is one. */
    public static RawDocument raw(BsonDocument document) {
        return document instanceof RawDocument raw ? raw : RawDocument.of(encode(document));
    }

    /**
     * Demands that a range of bytes is exactly one BSON document that may be stored: as {@link #validate(byte[], int,
     * int, int)} for {@link Limits#NESTING_DEPTH_MAX} levels.
     */
    public static void validate(byte[] bytes, int offset, int length) {
        validate(bytes, offset, length, Limits.NESTING_DEPTH_MAX);
    }

    /**
     * Demands that a range of bytes is exactly one BSON document: lengths, types, terminators and UTF-8 are right, all
     * the way down. Never reads outside of the range, whatever stands in it.
     *
     * @param depthMax levels that documents and arrays may be nested, the document itself being the first
     * @throws CommandException {@code InvalidBSON} (22) naming the field where known, or {@code Overflow} (15) when
     *     documents are nested deeper than that
     * @throws IndexOutOfBoundsException when the range itself does not lie within the array
     */
    public static void validate(byte[] bytes, int offset, int length, int depthMax) {
        new BsonValidator(bytes, offset, length, depthMax).validate();
    }

    /**
     * Whether documents and arrays are nested deeper than a number of levels, the document itself being the first.
     * Looks only into those that are long enough for that, which few are.
     */
    public static boolean isDeeperThan(RawDocument document, int levels) {
        return NestingDepth.exceeds(document.array(), document.offset(), levels);
    }

    /**
     * A deep copy of which every document and array is an ordinary mutable one; values that cannot change are shared.
     */
    public static BsonValue tree(BsonValue value) {
        return switch (value.getBsonType()) {
            case DOCUMENT -> tree(value.asDocument());
            case ARRAY -> tree(value.asArray());
            case JAVASCRIPT_WITH_SCOPE -> {
                BsonJavaScriptWithScope code = value.asJavaScriptWithScope();
                yield new BsonJavaScriptWithScope(code.getCode(), tree(code.getScope()));
            }
            default -> value;
        };
    }

    /** A deep copy of a document; see {@link #tree(BsonValue)}. */
    public static BsonDocument tree(BsonDocument document) {
        if (document instanceof RawDocument raw) {
            return raw.toTree();
        }
        BsonDocument tree = new BsonDocument();
        for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            tree.put(field.getKey(), tree(field.getValue()));
        }
        return tree;
    }

    /** A deep copy of an array; see {@link #tree(BsonValue)}. */
    public static BsonArray tree(BsonArray array) {
        if (array instanceof RawArray raw) {
            return raw.toTree();
        }
        BsonArray tree = new BsonArray(array.size());
        for (BsonValue value : array) {
            tree.add(tree(value));
        }
        return tree;
    }
}
