package io.counterpoint.router.write;

/** The three commands that write batches. */
public enum WriteKind {
    /** Stores documents. */
    INSERT("insert", "documents"),
    /** Changes documents, or inserts where nothing matches. */
    UPDATE("update", "updates"),
    /** Removes documents. */
    DELETE("delete", "deletes");

    private final String command;
    private final String field;

    WriteKind(String command, String field) {
        this.command = command;
        this.field = field;
    }

    /** Name of the command. */
    public String command() {
        return command;
    }

    /** Name of the field that holds the statements. */
    public String field() {
        return field;
    }
}
