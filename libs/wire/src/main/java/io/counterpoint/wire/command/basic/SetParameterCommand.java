package io.counterpoint.wire.command.basic;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandHandler;
import io.counterpoint.wire.command.CommandRequest;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code setParameter}: changes settings while the server runs, until it ends.
 *
 * <p>Source: MongoDB manual, "setParameter".
 */
final class SetParameterCommand {
    private final Map<String, ServerParameter> parameters;
    private final @Nullable CommandHandler others;

    private SetParameterCommand(Map<String, ServerParameter> parameters, @Nullable CommandHandler others) {
        this.parameters = parameters;
        this.others = others;
    }

    /**
     * The entry.
     *
     * @param others is asked to change what this process has none of; null when there is nobody to ask
     */
    static CommandEntry entry(Map<String, ServerParameter> parameters, @Nullable CommandHandler others) {
        // Each parameter's name is a field of the command.
        return CommandEntry.command("setParameter", "Changes settings of the server.")
                .abilities(Ability.ADMIN_ONLY, Ability.ANY_FIELDS)
                .handledBy(new SetParameterCommand(parameters, others)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        BsonDocument named = request.ownFields();
        if (named.isEmpty()) {
            throw new CommandException(
                    ErrorCode.INVALID_OPTIONS, "no option found to set, use help:true to see options ");
        }
        if (others != null && named.keySet().stream().noneMatch(parameters::containsKey)) {
            return others.run(request);
        }
        named.forEach((name, value) -> {
            ServerParameter parameter = parameters.get(name);
            if (parameter == null) {
                throw new CommandException(
                        ErrorCode.INVALID_OPTIONS,
                        "attempted to set unrecognized parameter [" + name + "], use help:true to see options ");
            }
            if (parameter.change() == null) {
                throw new CommandException(
                        ErrorCode.ILLEGAL_OPERATION, "not allowed to change [" + name + "] at runtime");
            }
        });
        BsonDocument reply = new BsonDocument();
        named.forEach((name, value) -> change(name, value, reply));
        return Reply.of(reply);
    }

    private void change(String name, BsonValue value, BsonDocument reply) {
        ServerParameter parameter = parameters.get(name);
        if (parameter != null && parameter.change() != null) {
            reply.put("was", parameter.value().get());
            parameter.change().accept(value);
        }
    }
}
