package io.counterpoint.cli.shell;

/** A script says something that this shell does not know. */
public final class UnknownScriptException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownScriptException(String text) {
        super(message(text));
    }

    UnknownScriptException(String text, Throwable cause) {
        super(message(text), cause);
    }

    private static String message(String text) {
        return "this is not MongoDB's shell and knows only how to run single commands and to wait; it does not know: "
                + text.strip();
    }
}
