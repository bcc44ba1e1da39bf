package io.counterpoint.spec;

/** Says that a case asks for something this runner or its deployment does not have, which makes the case skipped. */
final class NotRunnable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The reason, as the report shows it. */
    NotRunnable(String reason) {
        super(reason);
    }
}
