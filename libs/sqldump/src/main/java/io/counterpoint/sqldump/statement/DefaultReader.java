package io.counterpoint.sqldump.statement;

import io.counterpoint.sqldump.schema.Column;
import io.counterpoint.sqldump.schema.QualifiedName;
import io.counterpoint.sqldump.schema.Schema;
import io.counterpoint.sqldump.token.Token;
import io.counterpoint.sqldump.token.TokenCursor;

/** Reads what follows DEFAULT: the next number of a sequence makes a numbered column, other defaults are left out. */
final class DefaultReader {
    private DefaultReader() {}

    /** The column with that default; stops behind a call of nextval, or at the first token of another expression. */
    static Column read(TokenCursor tokens, Schema schema, Column column, long line) {
        int start = tokens.mark();
        int brackets = 0;
        while (tokens.accept('(')) {
            brackets++;
        }
        QualifiedName sequence = ColumnReader.nextValue(tokens, schema);
        if (sequence != null) {
            while (brackets > 0 && tokens.accept(')')) {
                brackets--;
            }
            if (brackets == 0 && !isOperator(tokens.peek())) {
                return column.numberedBy(sequence);
            }
        }
        tokens.back(start);
        if (mentionsNextValue(tokens)) {
            schema.warn(
                    line,
                    "the default of column " + column.name()
                            + " is an expression over a sequence, which is not carried over");
        }
        tokens.back(start);
        return column;
    }

    private static boolean isOperator(Token token) {
        return token.kind() == Token.Kind.SYMBOL && !token.isSymbol(',') && !token.isSymbol(')');
    }

    private static boolean mentionsNextValue(TokenCursor tokens) {
        int depth = 0;
        while (!tokens.atEnd()) {
            Token token = tokens.next();
            if (token.isSymbol('(')) {
                depth++;
            } else if (token.isSymbol(')')) {
                depth--;
            }
            if (depth < 0 || (depth == 0 && token.isSymbol(','))) {
                return false;
            }
            if (token.text().equalsIgnoreCase("NEXTVAL")
                    || (token.isWord("NEXT") && tokens.peek().isWord("VALUE"))) {
                return true;
            }
        }
        return false;
    }
}
