package io.counterpoint.wire.command.basic;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code setParameter}: changes one setting of the server. Source: MongoDB manual, "setParameter". */
final class SetParameterCommand {
    private final Map<String, Setting> settings;
    private final Set<String> fixed;

    private SetParameterCommand(Map<String, Setting> settings, Set<String> fixed) {
        this.settings = settings;
        this.fixed = fixed;
    }

    /**
     * The command.
     *
     * @param settings what can be changed, by name
     * @param fixed names of what can be looked at only
     */
    static CommandEntry entry(Map<String, Setting> settings, Set<String> fixed) {
        // Each setting's name is a field of the command.
        return CommandEntry.command("setParameter", "Changes a setting of the server.")
                .abilities(Ability.ADMIN_ONLY, Ability.ANY_FIELDS)
                .handledBy(new SetParameterCommand(settings, fixed)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        BsonDocument was = new BsonDocument();
        for (Map.Entry<String, BsonValue> field : request.body().entrySet()) {
            String name = field.getKey();
            Setting setting = settings.get(name);
            if (setting != null) {
                BsonValue before = setting.access().get();
                setting.access().set(field.getValue());
                was.put("was", before);
            } else if (fixed.contains(name)) {
                throw new CommandException(
                        ErrorCode.ILLEGAL_OPERATION, "not allowed to change [" + name + "] at runtime");
            }
        }
        if (was.isEmpty()) {
            throw new CommandException(
                    ErrorCode.INVALID_OPTIONS, "no option found to set, use help:true to see options ");
        }
        return Reply.of(was);
    }
}
