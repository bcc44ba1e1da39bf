package io.counterpoint.lab.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.counterpoint.lab.history.Attempt;
import io.counterpoint.lab.history.CounterSample;
import io.counterpoint.lab.history.FaultWindow;
import io.counterpoint.lab.history.History;
import io.counterpoint.lab.history.Outcome;
import io.counterpoint.lab.metric.Coverage;
import io.counterpoint.lab.metric.Duplicates;
import io.counterpoint.lab.metric.Gap;
import io.counterpoint.lab.metric.Metric;
import io.counterpoint.lab.metric.Metrics;
import io.counterpoint.lab.metric.Reading;
import io.counterpoint.lab.metric.Spread;
import io.counterpoint.lab.run.Run;
import io.counterpoint.lab.verdict.Judge;
import io.counterpoint.lab.verdict.Verdict;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What a report's charts draw. Long runs are thinned: a chart gets at most {@value #POINTS_MAX} points, evenly chosen,
 * while metrics and verdicts are those of the whole run. Numbers beyond 2^53 lose their last digits in a chart only.
 */
final class ReportData {
    static final int POINTS_MAX = 12_000;

    private static final int GAPS_MAX = 500;
    private static final int MODULUS = 16;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final ObjectMapper JSON = new ObjectMapper();

    private ReportData() {}

    static ObjectNode of(Run run) {
        History history = run.history();
        ObjectNode data = JSON.createObjectNode();
        data.put("name", run.experiment().name());
        data.put("mode", run.experiment().mode());
        data.put("question", run.experiment().question());
        data.put("lesson", run.experiment().lesson());
        data.put("setting", Wording.setting(run));
        data.put("course", Wording.course(run));
        data.put("cluster", run.cluster());
        data.put("started", run.started().toString());
        data.put("exit", Judge.exitStatus(run.verdicts()));
        data.set("settings", JSON.valueToTree(run.experiment()));
        data.set("verdicts", verdicts(run.verdicts()));
        data.set("metrics", metrics(run));
        data.set("shards", JSON.valueToTree(history.shards()));
        data.set("values", values(history));
        data.set("gaps", gaps(run));
        data.set("collisions", JSON.valueToTree(Duplicates.matrix(history)));
        data.set("ranks", ranks(history));
        data.set("latency", latency(history));
        data.set("faults", faults(history));
        data.set("counters", counters(history));
        long[] numbers = history.numbered().stream().mapToLong(Attempt::number).toArray();
        data.set("remainders", JSON.valueToTree(Spread.remainders(numbers, MODULUS)));
        return data;
    }

    static ArrayNode verdicts(List<Verdict> verdicts) {
        ArrayNode all = JSON.createArrayNode();
        for (Verdict verdict : verdicts) {
            all.addObject()
                    .put("property", verdict.property().id())
                    .put("title", verdict.property().title())
                    .put("promised", verdict.promised())
                    .put("state", verdict.state().name().toLowerCase(Locale.ROOT))
                    .put("violations", verdict.violations())
                    .put("explanation", verdict.explanation())
                    .set("witnesses", JSON.valueToTree(verdict.witnesses()));
        }
        return all;
    }

    static ArrayNode metrics(Run run) {
        ArrayNode all = JSON.createArrayNode();
        for (Metric metric : Metrics.all()) {
            ObjectNode node = all.addObject().put("name", metric.name()).put("definition", metric.definition());
            ArrayNode readings = node.putArray("readings");
            for (Reading reading : metric.read(run.history(), run.experiment().numbering())) {
                ObjectNode one = readings.addObject()
                        .put("name", reading.name())
                        .put("unit", reading.unit())
                        .put("text", Wording.figure(reading));
                if (reading.known()) {
                    one.put("value", reading.value());
                }
            }
        }
        return all;
    }

    private static <T> List<T> thinned(List<T> all) {
        if (all.size() <= POINTS_MAX) {
            return all;
        }
        double step = (double) all.size() / POINTS_MAX;
        return IntStream.range(0, POINTS_MAX)
                .mapToObj(i -> all.get((int) (i * step)))
                .toList();
    }

    /** [ms, number, shard index, 1 when another document has the number too]. */
    private static ArrayNode values(History history) {
        Map<Long, List<Attempt>> byNumber = Duplicates.byNumber(history);
        ArrayNode points = JSON.createArrayNode();
        for (Attempt attempt : thinned(history.numbered())) {
            boolean shared = byNumber.getOrDefault(attempt.number(), List.of()).size() > 1;
            points.addArray()
                    .add(attempt.returnNanos() / NANOS_PER_MILLI)
                    .add(attempt.number())
                    .add(history.shards().indexOf(attempt.home()))
                    .add(shared ? 1 : 0);
        }
        return points;
    }

    private static ArrayNode gaps(Run run) {
        ArrayNode gaps = JSON.createArrayNode();
        Coverage.gaps(run.history(), run.experiment().numbering()).stream()
                .sorted(Comparator.comparingLong(Gap::length).reversed())
                .limit(GAPS_MAX)
                .forEach(gap -> gaps.addArray()
                        .add(gap.owner())
                        .add(gap.after())
                        .add(gap.before())
                        .add(gap.length())
                        .add(gap.cause().title()));
        return gaps;
    }

    /** [place in the order of acknowledgement, place in the order of numbers, shard index]. */
    private static ArrayNode ranks(History history) {
        List<Attempt> byReturn = thinned(history.numbered().stream()
                .sorted(Comparator.comparingLong(Attempt::returnNanos))
                .toList());
        Integer[] order = new Integer[byReturn.size()];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingLong(i -> byReturn.get(i).number()));
        int[] places = new int[order.length];
        for (int place = 0; place < order.length; place++) {
            places[order[place]] = place;
        }
        ArrayNode points = JSON.createArrayNode();
        for (int i = 0; i < places.length; i++) {
            points.addArray()
                    .add(i)
                    .add(places[i])
                    .add(history.shards().indexOf(byReturn.get(i).home()));
        }
        return points;
    }

    /** [ms of invocation, ms until the answer, 0 ok, 1 refused, 2 unknown]. */
    private static ArrayNode latency(History history) {
        ArrayNode points = JSON.createArrayNode();
        for (Attempt attempt : thinned(history.attempts())) {
            points.addArray()
                    .add(attempt.invokeNanos() / NANOS_PER_MILLI)
                    .add((attempt.returnNanos() - attempt.arrivalNanos()) / NANOS_PER_MILLI)
                    .add(attempt.outcome() == Outcome.OK ? 0 : attempt.outcome() == Outcome.FAIL ? 1 : 2);
        }
        return points;
    }

    private static ArrayNode faults(History history) {
        ArrayNode faults = JSON.createArrayNode();
        for (FaultWindow fault : history.faults()) {
            faults.addArray()
                    .add(fault.kind() + " " + fault.shard())
                    .add(fault.startNanos() / NANOS_PER_MILLI)
                    .add(fault.endNanos() / NANOS_PER_MILLI);
        }
        return faults;
    }

    /** [ms, router or null, last of each shard or null]. */
    private static ArrayNode counters(History history) {
        ArrayNode rows = JSON.createArrayNode();
        for (CounterSample sample : thinned(history.samples())) {
            ArrayNode row = rows.addArray().add(sample.atNanos() / NANOS_PER_MILLI);
            row.add(sample.router());
            history.shards().forEach(shard -> row.add(sample.shards().get(shard)));
        }
        return rows;
    }
}
