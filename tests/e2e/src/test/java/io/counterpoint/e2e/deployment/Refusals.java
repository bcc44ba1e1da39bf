package io.counterpoint.e2e.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Assertions about what a server refuses: the number and the wording are what drivers and users match on. */
public final class Refusals {
    private Refusals() {}

    /**
     * Demands that a call fails with a code and a text.
     *
     * @param text a part of the message
     * @return the error, for a closer look
     */
    public static MongoException assertRefused(int code, String text, ThrowingCallable call) {
        MongoException refusal = refusal(call);
        assertThat(codeOf(refusal)).as("code of: %s", refusal.getMessage()).isEqualTo(code);
        assertThat(messageOf(refusal)).contains(text);
        return refusal;
    }

    /** Demands that a call fails with a code. */
    public static MongoException assertRefused(int code, ThrowingCallable call) {
        return assertRefused(code, "", call);
    }

    private static MongoException refusal(ThrowingCallable call) {
        Throwable thrown = catchThrowable(call);
        assertThat(thrown).as("the refusal").isInstanceOf(MongoException.class);
        return (MongoException) thrown;
    }

    private static int codeOf(MongoException refusal) {
        if (refusal instanceof MongoWriteException write) {
            return write.getError().getCode();
        }
        if (refusal instanceof MongoBulkWriteException bulk
                && !bulk.getWriteErrors().isEmpty()) {
            return bulk.getWriteErrors().get(0).getCode();
        }
        return refusal.getCode();
    }

    private static String messageOf(MongoException refusal) {
        if (refusal instanceof MongoWriteException write) {
            return write.getError().getMessage();
        }
        if (refusal instanceof MongoBulkWriteException bulk
                && !bulk.getWriteErrors().isEmpty()) {
            return bulk.getWriteErrors().get(0).getMessage();
        }
        return String.valueOf(refusal.getMessage());
    }
}
