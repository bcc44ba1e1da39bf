package io.counterpoint.sequence.declaration;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.sequence.mode.SequenceMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The {@code autoincrement} option: the fields of a collection that number themselves. Immutable.
 *
 * <p>Source: the sequences contract, 1.1 and 3.1: a field name, or a non-empty list whose entries are field names or
 * documents {@code {field, mode, …}}.
 *
 * @param sequences in declared order, at least one, no field twice
 */
public record AutoincrementOption(List<SequenceDeclaration> sequences) {
    /** Name of the option in commands and in listed collections. */
    public static final String NAME = "autoincrement";

    /** Name of the field of a counter row that holds the last number handed out. */
    public static final String ROW_LAST = "last";

    /** Copies the list. */
    public AutoincrementOption {
        sequences = List.copyOf(sequences);
    }

    /**
     * Reads the option's value.
     *
     * @throws CommandException TypeMismatch (14) for a value of another type; BadValue (2) for a name that no field may
     *     have, an empty list, a name given twice, or an unknown key or value in a document; CommandNotSupported (115)
     *     for a mode that this version does not have
     */
    public static AutoincrementOption parse(BsonValue value) {
        List<SequenceDeclaration> sequences = new ArrayList<>();
        if (value.isString()) {
            sequences.add(new SequenceDeclaration(value.asString().getValue(), false));
        } else if (value.isArray()) {
            for (BsonValue entry : value.asArray()) {
                sequences.add(parseEntry(entry));
            }
            if (sequences.isEmpty()) {
                throw badValue("the list of field names is empty");
            }
        } else {
            throw new CommandException(
                    ErrorCode.TYPE_MISMATCH, "autoincrement must be a field name or a list of field names");
        }
        Set<String> seen = new HashSet<>();
        for (SequenceDeclaration sequence : sequences) {
            checkName(sequence.field());
            if (!seen.add(sequence.field())) {
                throw badValue("the field '" + sequence.field() + "' is named twice");
            }
        }
        return new AutoincrementOption(sequences);
    }

    /**
     * Reads the option out of a collection's options.
     *
     * @return null when the collection declares none
     */
    public static @Nullable AutoincrementOption of(BsonDocument options) {
        BsonValue value = options.get(NAME);
        return value == null ? null : parse(value);
    }

    /** Names of the fields, in declared order. */
    public List<String> fields() {
        return sequences.stream().map(SequenceDeclaration::field).toList();
    }

    private static SequenceDeclaration parseEntry(BsonValue entry) {
        if (entry.isString()) {
            return new SequenceDeclaration(entry.asString().getValue(), false);
        }
        if (!entry.isDocument()) {
            throw new CommandException(
                    ErrorCode.TYPE_MISMATCH,
                    "autoincrement: every entry of the list must be a field name or a document");
        }
        return new DeclarationParser(entry.asDocument()).parse();
    }

    private static void checkName(String name) {
        String trouble = null;
        if (name.isEmpty()) {
            trouble = "is empty";
        } else if (name.indexOf('.') >= 0) {
            trouble = "has a dot in it";
        } else if (name.charAt(0) == '$') {
            trouble = "starts with '$'";
        } else if (name.indexOf('\0') >= 0) {
            trouble = "has a null byte in it";
        } else if (name.equals("_id")) {
            trouble = "is not allowed: _id stays what it is";
        }
        if (trouble != null) {
            throw badValue("the field name '" + name.replace("\0", "\\0") + "' " + trouble);
        }
    }

    static CommandException badValue(String trouble) {
        return new CommandException(ErrorCode.BAD_VALUE, "autoincrement: " + trouble);
    }

    /** The {@code _id} of a field's counter row: {@code database.collection.field}. */
    public static String rowId(String namespace, String field) {
        return namespace + "." + field;
    }

    /**
     * A counter row as {@code create} writes it: {@code {_id, collection, field, last}}, and {@code mode} where it is
     * not {@code per_shard}.
     *
     * @param last the last number handed out, typed as {@link io.counterpoint.sequence.mode.SequenceNumbers#toBson}
     *     does
     */
    public static BsonDocument row(String namespace, SequenceDeclaration sequence, BsonValue last) {
        String field = sequence.field();
        BsonDocument row = new BsonDocument("_id", new BsonString(rowId(namespace, field)))
                .append("collection", new BsonString(namespace))
                .append("field", new BsonString(field))
                .append(ROW_LAST, last);
        return sequence.mode() == SequenceMode.PER_SHARD
                ? row
                : row.append("mode", new BsonString(sequence.mode().wireName()));
    }
}
