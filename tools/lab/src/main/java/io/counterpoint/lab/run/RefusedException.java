package io.counterpoint.lab.run;

/** An experiment asks for something that the cluster cannot do; the message says what. */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param message for people, one sentence */
    public RefusedException(String message) {
        super(message);
    }

    /** @param message for people, one sentence */
    public RefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
