package io.counterpoint.query;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A regular expression of the query language, which is PCRE's, run by {@code java.util.regex}. Immutable; any thread.
 *
 * <p>The two dialects agree on nearly everything that is used. What differs is rewritten: only {@code \n} ends a line;
 * brackets and double ampersands inside a character class, and braces that make no quantifier, are literal; POSIX
 * classes; groups named with {@code ?P} and references to them; white space inside a class under option {@code x}. What
 * Java lacks (recursion, {@code \K}, callouts) is refused as an invalid expression.
 */
public final class RegexPattern {
    /** Number of MongoDB's error for an option letter that there is not. */
    public static final int INVALID_OPTION = 51108;

    /** Number of MongoDB's error for an expression that does not compile. */
    public static final int INVALID_EXPRESSION = 51091;

    private static final int LIMIT_EXCEEDED = 51156;

    private static final Pattern QUANTIFIER = Pattern.compile("\\{\\d+(,\\d*)?}");

    private final Pattern pattern;

    private RegexPattern(Pattern pattern) {
        this.pattern = pattern;
    }

    /**
     * Compiles an expression.
     *
     * @param expression in PCRE's language
     * @param options any of {@code i m s x u}, in any order
     * @throws CommandException 51108 for another option, 51091 when it does not compile
     */
    public static RegexPattern compile(String expression, String options) {
        int flags = Pattern.UNIX_LINES;
        for (int i = 0; i < options.length(); i++) {
            char option = options.charAt(i);
            flags |= switch (option) {
                case 'i' -> Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
                case 'm' -> Pattern.MULTILINE;
                case 's' -> Pattern.DOTALL;
                case 'x' -> Pattern.COMMENTS;
                // Text is always Unicode here.
                case 'u' -> 0;
                default ->
                    throw new CommandException(
                            ErrorCode.location(INVALID_OPTION), "invalid flag in regex options: " + option);
            };
        }
        if (expression.indexOf('\0') >= 0) {
            throw new CommandException(ErrorCode.BAD_VALUE, "Regular expression cannot contain an embedded null byte");
        }
        try {
            return new RegexPattern(Pattern.compile(
                    new Translation(expression, (flags & Pattern.COMMENTS) != 0).run(), flags));
        } catch (PatternSyntaxException e) {
            throw new CommandException(
                    ErrorCode.location(INVALID_EXPRESSION), "Regular expression is invalid: " + e.getDescription());
        }
    }

    /**
     * Whether the expression matches somewhere in a text.
     *
     * @throws CommandException 51156 when matching needs more depth or more steps than there are
     */
    public boolean find(String text) {
        return find(matcher(text));
    }

    /** A matcher over a text, to be moved with {@link #find(Matcher)} only. */
    public Matcher matcher(String text) {
        return pattern.matcher(new LimitedText(text));
    }

    /**
     * Moves a matcher to its next match.
     *
     * @throws CommandException 51156 when matching needs more depth or more steps than there are
     */
    public static boolean find(Matcher matcher) {
        try {
            return matcher.find();
        } catch (StackOverflowError e) {
            // java.util.regex recurses per repetition of a group; PCRE has a limit for the same reason.
            throw limitExceeded();
        }
    }

    private static CommandException limitExceeded() {
        return new CommandException(
                ErrorCode.location(LIMIT_EXCEEDED),
                "Error occurred while executing the regular expression: match limit exceeded");
    }

    /**
     * A text that lets itself be read only so often. {@code java.util.regex} tries alternatives without an end and
     * cannot be interrupted: an expression like {@code (x+x+)+y} would keep its thread for ever. PCRE has a limit for
     * that.
     */
    private static final class LimitedText implements CharSequence {
        private static final long FREE_READS = 10_000_000;
        private static final long READS_PER_CHARACTER = 100;

        private final String text;
        private long readsLeft;

        LimitedText(String text) {
            this.text = text;
            this.readsLeft = FREE_READS + READS_PER_CHARACTER * text.length();
        }

        @Override
        public char charAt(int index) {
            if (readsLeft-- <= 0) {
                throw limitExceeded();
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** One pass over an expression. */
    private static final class Translation {
        private final String source;
        private final boolean extended;
        private final StringBuilder out;
        private int at;

        Translation(String source, boolean extended) {
            this.source = source;
            this.extended = extended;
            this.out = new StringBuilder(source.length() + 8);
        }

        String run() {
            while (at < source.length()) {
                char c = source.charAt(at);
                switch (c) {
                    case '\\' -> escape();
                    case '[' -> characterClass();
                    case '{' -> brace();
                    case '(' -> group();
                    default -> copy(1);
                }
            }
            return out.toString();
        }

        private void copy(int count) {
            out.append(source, at, Math.min(source.length(), at + count));
            at += count;
        }

        private void escape() {
            if (source.startsWith("\\Q", at)) {
                int end = source.indexOf("\\E", at + 2);
                String literal = source.substring(at + 2, end < 0 ? source.length() : end);
                out.append(Pattern.quote(literal));
                at = end < 0 ? source.length() : end + 2;
            } else {
                copy(2);
            }
        }

        private void brace() {
            if (!QUANTIFIER.matcher(source).region(at, source.length()).lookingAt()) {
                out.append('\\');
            }
            copy(1);
        }

        private void group() {
            if (source.startsWith("(?P<", at)) {
                out.append("(?<");
                at += 4;
            } else if (source.startsWith("(?P=", at)) {
                int end = source.indexOf(')', at);
                String name = source.substring(at + 4, end < 0 ? source.length() : end);
                out.append("\\k<").append(name).append('>');
                at = end < 0 ? source.length() : end + 1;
            } else if (source.startsWith("(?'", at)) {
                int end = source.indexOf('\'', at + 3);
                out.append("(?<")
                        .append(source, at + 3, end < 0 ? source.length() : end)
                        .append('>');
                at = end < 0 ? source.length() : end + 1;
            } else {
                copy(1);
            }
        }

        private void characterClass() {
            copy(1);
            if (at < source.length() && source.charAt(at) == '^') {
                copy(1);
            }
            // A bracket that comes first is a member, not the end.
            if (at < source.length() && source.charAt(at) == ']') {
                out.append('\\');
                copy(1);
            }
            while (at < source.length() && source.charAt(at) != ']') {
                classMember();
            }
            copy(1);
        }

        private void classMember() {
            char c = source.charAt(at);
            if (c == '\\') {
                copy(2);
            } else if (source.startsWith("[:", at) && source.indexOf(":]", at) > 0) {
                int end = source.indexOf(":]", at);
                out.append(posixClass(source.substring(at + 2, end)));
                at = end + 2;
            } else {
                if (c == '[' || c == '&' || (extended && (Character.isWhitespace(c) || c == '#'))) {
                    out.append('\\');
                }
                copy(1);
            }
        }

        private static String posixClass(String name) {
            boolean negated = name.startsWith("^");
            String javaName = switch (negated ? name.substring(1) : name) {
                case "alpha" -> "Alpha";
                case "digit" -> "Digit";
                case "alnum" -> "Alnum";
                case "upper" -> "Upper";
                case "lower" -> "Lower";
                case "space" -> "Space";
                case "blank" -> "Blank";
                case "punct" -> "Punct";
                case "print" -> "Print";
                case "graph" -> "Graph";
                case "cntrl" -> "Cntrl";
                case "xdigit" -> "XDigit";
                case "ascii" -> "ASCII";
                case "word" -> "";
                default -> throw new PatternSyntaxException("unknown POSIX class name", name, -1);
            };
            if (javaName.isEmpty()) {
                return negated ? "\\W" : "\\w";
            }
            return (negated ? "\\P{" : "\\p{") + javaName + "}";
        }
    }
}
