package io.counterpoint.query.expression;

import io.counterpoint.query.QueryContext;
import java.util.Map;
import org.bson.BsonDateTime;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What {@code $$name} stands for during an evaluation. Immutable: binding makes a new object that hides the binding it
 * shadows. Any thread. A look-up takes as many steps as there are bindings since, which are few.
 */
public final class Variables {
    /** The variable that a path without {@code $$} starts from; unbound it is the document itself. */
    static final String CURRENT = "CURRENT";

    private static final Variables NONE = new Variables(null, "", null);

    private final @Nullable Variables outer;
    private final String name;
    private final @Nullable BsonValue value;

    private Variables(@Nullable Variables outer, String name, @Nullable BsonValue value) {
        this.outer = outer;
        this.name = name;
        this.value = value;
    }

    /** The variables of a command: {@code NOW} and its {@code let}. */
    public static Variables of(QueryContext context) {
        Variables variables = NONE.with("NOW", new BsonDateTime(context.nowMillis()));
        for (Map.Entry<String, BsonValue> entry : context.let().entrySet()) {
            variables = variables.with(entry.getKey(), entry.getValue());
        }
        return variables;
    }

    /**
     * These and one more.
     *
     * @param value null for a missing one
     */
    public Variables with(String variable, @Nullable BsonValue value) {
        return new Variables(this, variable, value);
    }

    /** The value bound last; null when it is missing or nothing is bound to the name. */
    @Nullable
    BsonValue get(String variable) {
        for (Variables at = this; at != null; at = at.outer) {
            if (at.name.equals(variable)) {
                return at.value;
            }
        }
        return null;
    }

    /** Whether something is bound to the name. */
    boolean binds(String variable) {
        for (Variables at = this; at != null; at = at.outer) {
            if (at.name.equals(variable)) {
                return true;
            }
        }
        return false;
    }
}
