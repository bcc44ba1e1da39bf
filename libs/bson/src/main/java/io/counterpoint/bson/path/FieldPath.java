package io.counterpoint.bson.path;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A dotted path such as {@code a.b.0}, split once and kept. Immutable; equal when the texts are.
 *
 * <p>Any text is a path, also one with empty parts ({@code a..b}): whether those are allowed is up to the operation,
 * which asks {@link #hasEmptyPart}.
 */
public final class FieldPath {
    private final String text;
    private final List<String> parts;

    /** Per part: the array position it names, or -1. */
    private final int[] positions;

    private FieldPath(String text, List<String> parts) {
        this.text = text;
        this.parts = parts;
        this.positions = new int[parts.size()];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = positionOf(parts.get(i));
        }
    }

    /** Splits a text at its dots. */
    public static FieldPath parse(String text) {
        if (text.indexOf('.') < 0) {
            return new FieldPath(text, List.of(text));
        }
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', start)) {
            parts.add(text.substring(start, dot));
            start = dot + 1;
        }
        parts.add(text.substring(start));
        return new FieldPath(text, List.copyOf(parts));
    }

    /** Joins parts, at least one, none of which contains a dot. */
    public static FieldPath of(List<String> parts) {
        return new FieldPath(String.join(".", parts), List.copyOf(parts));
    }

    /** The path as it was written. */
    public String text() {
        return text;
    }

    /** The parts, at least one. */
    public List<String> parts() {
        return parts;
    }

    /** How many parts there are, 1 or more. */
    public int size() {
        return positions.length;
    }

    /** The part at an index. */
    public String part(int index) {
        return parts.get(index);
    }

    /** The first part: the top-level field. */
    public String first() {
        return parts.get(0);
    }

    /** The last part. */
    public String last() {
        return parts.get(positions.length - 1);
    }

    /**
     * The array position that a part names.
     *
     * @return -1 when the part is no position: not all digits, written with a leading zero, or beyond int32
     */
    public int position(int index) {
        return positions[index];
    }

    /** True when a part can name an array position. */
    public boolean isPosition(int index) {
        return positions[index] >= 0;
    }

    /** True when a part is the empty string. */
    public boolean hasEmptyPart() {
        return parts.contains("");
    }

    /** True when this path is another one or leads to it: {@code a.b} is a prefix of {@code a.b} and {@code a.b.c}. */
    public boolean isPrefixOf(FieldPath other) {
        return size() <= other.size() && parts.equals(other.parts.subList(0, size()));
    }

    /** The path of the parts from an index on, which must be less than {@link #size}. */
    public FieldPath from(int index) {
        return index == 0 ? this : of(parts.subList(index, size()));
    }

    /** The path of the first parts; 1 or more of them. */
    public FieldPath prefix(int size) {
        return size == size() ? this : of(parts.subList(0, size));
    }

    /** The path with one more part at its end. */
    public FieldPath append(String part) {
        List<String> longer = new ArrayList<>(parts);
        longer.add(part);
        return of(longer);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FieldPath path && text.equals(path.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }

    private static int positionOf(String part) {
        int length = part.length();
        boolean leadingZero = length > 1 && part.charAt(0) == '0';
        if (length == 0 || length > 10 || leadingZero) {
            return -1;
        }
        long position = 0;
        for (int i = 0; i < length; i++) {
            char digit = part.charAt(i);
            if (digit < '0' || digit > '9') {
                return -1;
            }
            position = position * 10 + (digit - '0');
        }
        return position <= Integer.MAX_VALUE ? (int) position : -1;
    }
}
