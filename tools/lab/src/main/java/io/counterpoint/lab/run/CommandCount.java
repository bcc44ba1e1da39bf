package io.counterpoint.lab.run;

import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the commands that store or number documents. Any thread. */
final class CommandCount implements CommandListener {
    private static final Set<String> COUNTED =
            Set.of("insert", "update", "find", "findAndModify", "aggregate", "commitTransaction", "abortTransaction");

    private final AtomicLong total = new AtomicLong();

    @Override
    public void commandStarted(CommandStartedEvent event) {
        if (COUNTED.contains(event.getCommandName())) {
            total.incrementAndGet();
        }
    }

    long total() {
        return total.get();
    }
}
