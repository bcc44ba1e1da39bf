package io.counterpoint.sqldump.scan;

import io.counterpoint.sqldump.Dialect;
import io.counterpoint.sqldump.DumpException;
import io.counterpoint.sqldump.schema.Schema;
import io.counterpoint.sqldump.source.ByteText;
import io.counterpoint.sqldump.source.ByteWindow;
import io.counterpoint.sqldump.token.Walker;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/**
 * Finds where statements begin and end: semicolons outside of strings, comments and bodies; the client's own lines
 * (psql's backslashes, DELIMITER, GO), which are no SQL; and in SQL Server's scripts, which have no semicolons, the
 * word that begins the next statement.
 */
final class StatementEnds {
    /** Words that begin a statement of a script without semicolons. */
    private static final Set<String> STARTERS = Set.of(
            "INSERT",
            "SET",
            "CREATE",
            "ALTER",
            "USE",
            "EXEC",
            "EXECUTE",
            "PRINT",
            "DBCC",
            "DROP",
            "IF",
            "GRANT",
            "DENY",
            "DECLARE",
            "BEGIN",
            "COMMIT",
            "UPDATE",
            "DELETE",
            "TRUNCATE",
            "MERGE",
            "RAISERROR",
            "GO");

    /** Objects with a body, which reaches to the next GO. */
    private static final Set<String> BODIES = Set.of("PROCEDURE", "PROC", "FUNCTION", "VIEW", "TRIGGER");

    private final ByteWindow window;
    private final Walker walker;
    private final Dialect dialect;
    private byte[] delimiter = {';'};

    StatementEnds(ByteWindow window, Walker walker, Dialect dialect) {
        this.window = window;
        this.walker = walker;
        this.dialect = dialect;
    }

    /** Consumes white space and comments. */
    void skipBlanks() {
        while (window.at(0) >= 0 && walker.element(0) == Walker.Element.BLANK) {
            window.consume(walker.end());
        }
    }

    /**
     * Moves to the first word of the next statement.
     *
     * @return false at the end of the file
     */
    boolean toStatement(Schema schema) {
        while (true) {
            int first = window.at(0);
            if (first < 0) {
                return false;
            }
            if (first == '\\' && dialect == Dialect.POSTGRESQL) {
                psqlLine(schema);
            } else if (first == ';' || delimiterAt(0)) {
                terminator();
            } else if (dialect == Dialect.MYSQL && atWord(0, "DELIMITER")) {
                delimiterLine();
            } else if (dialect == Dialect.SQL_SERVER && goLine(0)) {
                window.consume(lineLength());
            } else if (walker.element(0) == Walker.Element.BLANK) {
                window.consume(walker.end());
            } else {
                return true;
            }
        }
    }

    private void psqlLine(Schema schema) {
        int length = lineLength();
        byte[] bytes = window.copy(0, length);
        String line = new String(bytes, StandardCharsets.UTF_8).strip();
        String command = line.split("\\s+", 2)[0];
        switch (command) {
            case "\\restrict", "\\unrestrict", "\\echo", "\\set", "\\pset", "\\timing" -> {}
            case "\\connect", "\\c" -> connect(line, schema);
            default -> throw new DumpException(window.line(), "psql's " + command + " is not supported");
        }
        window.consume(length);
    }

    private void connect(String line, Schema schema) {
        String name =
                line.replaceFirst("^\\S+\\s+(-reuse-previous=on\\s+)?", "").replace("\"", "");
        name = name.replaceFirst("^dbname='?([^' ]*)'?.*", "$1");
        if (!schema.tables().isEmpty()) {
            throw new DumpException(window.line(), "the file holds several databases; restore them one by one");
        }
        schema.setDatabase(name);
    }

    private void delimiterLine() {
        int length = lineLength();
        String line = ByteText.ascii(window.copy(0, length), 0, length);
        String given = line.substring("DELIMITER".length()).strip();
        if (given.isEmpty()) {
            throw new DumpException(window.line(), "DELIMITER names none");
        }
        delimiter = given.getBytes(StandardCharsets.ISO_8859_1);
        window.consume(length);
    }

    private int lineLength() {
        int i = 0;
        while (window.at(i) >= 0 && window.at(i) != '\n') {
            i++;
        }
        return i;
    }

    private boolean delimiterAt(int index) {
        for (int i = 0; i < delimiter.length; i++) {
            if (window.at(index + i) != delimiter[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether a keyword stands at an index. */
    boolean atWord(int index, String keyword) {
        for (int i = 0; i < keyword.length(); i++) {
            if ((window.at(index + i) & ~0x20) != keyword.charAt(i)) {
                return false;
            }
        }
        return !Walker.isWord(window.at(index + keyword.length()));
    }

    /** Whether GO stands at an index, alone in its line. */
    private boolean goLine(int index) {
        if (!atWord(index, "GO")) {
            return false;
        }
        int i = index + 2;
        while (window.at(i) == ' ' || window.at(i) == '\t' || window.at(i) == '\r' || window.at(i) == ';') {
            i++;
        }
        if (window.at(i) >= '0' && window.at(i) <= '9') {
            throw new DumpException(window.lineOf(i), "GO with a count is not supported");
        }
        return window.at(i) < 0 || window.at(i) == '\n' || window.at(i) == '-';
    }

    /** Consumes what ends a statement, if it stands here. */
    void terminator() {
        if (delimiterAt(0)) {
            window.consume(delimiter.length);
        } else if (window.at(0) == ';') {
            window.consume(1);
        }
    }

    /**
     * The index behind the last byte of the statement that starts at index 0, without what ends it.
     *
     * @throws DumpException when the file ends before it does
     */
    int statementEnd() {
        Body body = new Body();
        boolean lineStart = false;
        int depth = 0;
        int i = 0;
        while (true) {
            if (delimiterAt(i) && !body.open()) {
                return i;
            }
            Walker.Element element = walker.element(i);
            int end = walker.end();
            switch (element) {
                case END -> {
                    if (dialect == Dialect.SQL_SERVER || i == 0) {
                        return i;
                    }
                    throw new DumpException(
                            window.line(), "the file ends inside the statement that starts here: it is cut off");
                }
                case BLANK -> lineStart |= holdsNewline(i, end);
                case WORD -> {
                    if (dialect == Dialect.SQL_SERVER && lineStart && i > 0 && depth == 0) {
                        String word = word(i, end);
                        if (goLine(i) || (STARTERS.contains(word) && !body.untilGo())) {
                            return i;
                        }
                    }
                    body.word(i, end);
                    lineStart = false;
                }
                case SYMBOL -> {
                    int symbol = window.at(i);
                    depth += symbol == '(' ? 1 : symbol == ')' ? -1 : 0;
                    lineStart = false;
                }
                default -> lineStart = false;
            }
            i = end;
        }
    }

    /** As {@link #statementEnd}, behind the last row of an INSERT, where the next statement may begin at once. */
    int insertEnd() {
        if (dialect == Dialect.SQL_SERVER && walker.element(0) == Walker.Element.WORD) {
            return STARTERS.contains(word(0, walker.end())) ? 0 : statementEnd();
        }
        return statementEnd();
    }

    private boolean holdsNewline(int from, int to) {
        for (int i = from; i < to; i++) {
            if (window.at(i) == '\n') {
                return true;
            }
        }
        return false;
    }

    private String word(int from, int to) {
        byte[] bytes = window.copy(from, to);
        return ByteText.ascii(bytes, 0, bytes.length).toUpperCase(Locale.ROOT);
    }

    /** The index behind VALUES of an INSERT, or of the whole statement when it has none. */
    int headEnd() {
        int depth = 0;
        int i = 0;
        while (true) {
            Walker.Element element = walker.element(i);
            int end = walker.end();
            if (element == Walker.Element.END || (depth == 0 && delimiterAt(i))) {
                return i;
            }
            if (element == Walker.Element.SYMBOL) {
                int symbol = window.at(i);
                depth += symbol == '(' ? 1 : symbol == ')' ? -1 : 0;
            } else if (element == Walker.Element.WORD && depth == 0) {
                // VALUE may stand for VALUES; that of OVERRIDING SYSTEM VALUE has no row behind it.
                if (atWord(i, "VALUES")
                        || (atWord(i, "VALUE") && opens(end))
                        || atWord(i, "SELECT")
                        || (i > 0 && atWord(i, "SET"))) {
                    return end;
                }
            }
            i = end;
        }
    }

    private boolean opens(int from) {
        int i = from;
        while (window.at(i) >= 0 && window.at(i) <= ' ') {
            i++;
        }
        return window.at(i) == '(';
    }

    /** The index behind the bracket that closes the tuple which starts at index 0. */
    int tupleEnd() {
        boolean escapes = dialect.backslashEscapes();
        int depth = 0;
        int i = 0;
        while (true) {
            byte[] bytes = window.array();
            int base = window.base();
            int limit = window.available();
            while (i < limit && !SPECIAL[bytes[base + i] & 0xff]) {
                i++;
            }
            if (i == limit) {
                if (!window.fill()) {
                    throw new DumpException(
                            window.line(), "the file ends inside the row that starts here: it is cut off");
                }
                continue;
            }
            int here = bytes[base + i];
            if (here == '(') {
                depth++;
                i++;
            } else if (here == ')') {
                depth--;
                i++;
                if (depth == 0) {
                    return i;
                }
            } else if (here == '\'') {
                boolean own = escapes || (dialect == Dialect.POSTGRESQL && escapePrefix(i));
                i = walker.quotedEnd(i, '\'', own);
            } else {
                Walker.Element element = walker.element(i);
                i = element == Walker.Element.END ? i + 1 : walker.end();
            }
        }
    }

    /** Whether the quote at an index belongs to E'…'. */
    private boolean escapePrefix(int quote) {
        return quote > 1 && (window.at(quote - 1) | 0x20) == 'e' && !Walker.isWord(window.at(quote - 2));
    }

    private static final boolean[] SPECIAL = new boolean[256];

    static {
        for (char c : "'\"`()[$-/#".toCharArray()) {
            SPECIAL[c] = true;
        }
    }

    /** Whether the words so far opened a body in which semicolons end nothing. */
    private final class Body {
        private int words;
        private boolean create;
        private boolean bodied;
        private boolean atomic;
        private int depth;

        void word(int from, int to) {
            words++;
            if (words == 1) {
                create = atWord(from, "CREATE") || (dialect == Dialect.SQL_SERVER && atWord(from, "ALTER"));
            }
            if (!create) {
                return;
            }
            String word = StatementEnds.this.word(from, to);
            if (words <= 6 && BODIES.contains(word)) {
                bodied = true;
            }
            if (!bodied) {
                return;
            }
            if (dialect == Dialect.POSTGRESQL && word.equals("ATOMIC")) {
                atomic = true;
                depth = 1;
            } else if ((dialect == Dialect.SQLITE && word.equals("BEGIN"))
                    || ((atomic || depth > 0) && word.equals("CASE"))) {
                depth++;
            } else if (depth > 0 && word.equals("END")) {
                depth--;
            }
        }

        boolean open() {
            return depth > 0 || untilGo();
        }

        boolean untilGo() {
            return bodied && dialect == Dialect.SQL_SERVER;
        }
    }
}
