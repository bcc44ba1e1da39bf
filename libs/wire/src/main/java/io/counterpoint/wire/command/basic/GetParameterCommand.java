package io.counterpoint.wire.command.basic;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandHandler;
import io.counterpoint.wire.command.CommandRequest;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code getParameter}: the settings a client may look at. */
final class GetParameterCommand {
    private final Map<String, ServerParameter> parameters;
    private final @Nullable CommandHandler others;

    private GetParameterCommand(Map<String, ServerParameter> parameters, @Nullable CommandHandler others) {
        this.parameters = parameters;
        this.others = others;
    }

    /**
     * The entry.
     *
     * @param others is asked when this process has none of the named settings; null when there is nobody to ask
     */
    static CommandEntry entry(Map<String, ServerParameter> parameters, @Nullable CommandHandler others) {
        // Each parameter's name is a field of the command.
        return CommandEntry.command("getParameter", "Gives settings of the server.")
                .abilities(Ability.ADMIN_ONLY, Ability.ANY_FIELDS)
                .handledBy(new GetParameterCommand(parameters, others)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        BsonDocument body = request.body();
        BsonValue what = request.argument();
        boolean details = what instanceof BsonDocument options && isTrue(options.get("showDetails"));
        boolean all = (what instanceof BsonString text && text.getValue().equals("*"))
                || (what instanceof BsonDocument choices && isTrue(choices.get("allParameters")));
        BsonDocument reply = new BsonDocument();
        parameters.forEach((name, parameter) -> {
            if (all || body.containsKey(name)) {
                reply.append(
                        name, details ? detailed(parameter) : parameter.value().get());
            }
        });
        if (reply.isEmpty()) {
            if (others != null && !request.ownFields().isEmpty()) {
                return others.run(request);
            }
            throw new CommandException(ErrorCode.INVALID_OPTIONS, "no option found to get");
        }
        return Reply.of(reply);
    }

    private static BsonDocument detailed(ServerParameter parameter) {
        return new BsonDocument("value", parameter.value().get())
                .append("settableAtRuntime", BsonBoolean.valueOf(parameter.change() != null))
                .append("settableAtStartup", BsonBoolean.FALSE);
    }

    private static boolean isTrue(@Nullable BsonValue value) {
        return value instanceof BsonBoolean bool && bool.getValue();
    }
}
