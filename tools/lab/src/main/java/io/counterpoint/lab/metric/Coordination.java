package io.counterpoint.lab.metric;

import io.counterpoint.lab.history.History;
import io.counterpoint.lab.history.Traffic;
import io.counterpoint.lab.mode.Numbering;
import java.util.List;

/**
 * What a number costs in messages, over all acknowledged attempts:
 *
 * <pre>
 * commands per insert        = commands that clients sent / acknowledged
 * number commands per insert = commands that only fetched a number / acknowledged
 * allocator calls per insert = messages inside the cluster for numbers only / acknowledged
 * counter writes per insert  = durable writes of counters / acknowledged
 * </pre>
 *
 * The last two are unknown where the cluster does not count them.
 */
public final class Coordination implements Metric {
    @Override
    public String name() {
        return "coordination";
    }

    @Override
    public String definition() {
        return "Messages for each insert: those that clients sent, those among them that only fetched a number, and"
                + " those that the cluster needed inside.";
    }

    @Override
    public List<Reading> read(History history, Numbering numbering) {
        Traffic traffic = history.traffic();
        return List.of(
                perInsert("commands per insert", traffic.clientCommands(), history),
                perInsert("number commands per insert", traffic.numberCommands(), history),
                perInsert("allocator calls per insert", traffic.allocatorCalls(), history),
                perInsert("counter writes per insert", traffic.counterWrites(), history));
    }

    private static Reading perInsert(String name, long messages, History history) {
        long acknowledged = Durability.acknowledged(history);
        boolean unknown = acknowledged == 0 || messages == Traffic.NOT_SAID;
        return Reading.of(name, unknown ? Double.NaN : (double) messages / acknowledged);
    }
}
