package io.counterpoint.lab.experiment;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One fault to come, written {@code kill:shard1@30%-60%}: it begins when so much of the documents has been attempted
 * and is mended when so much has.
 *
 * @param kind one of {@link #KINDS}
 * @param shard the shard it is done to
 * @param fromPercent in [0, 100)
 * @param toPercent in (fromPercent, 100]
 */
public record FaultPlan(String kind, String shard, int fromPercent, int toPercent) {
    /** What can be done to a shard. */
    public static final List<String> KINDS = List.of("kill", "pause", "cut", "delay");

    private static final Pattern FORM = Pattern.compile("(\\w+):(\\w+)@(\\d{1,3})%-(\\d{1,3})%");

    /** @throws IllegalArgumentException when there is no such fault, or the window is none */
    public FaultPlan {
        if (!KINDS.contains(kind)) {
            throw new IllegalArgumentException("There is no fault '" + kind + "': " + String.join(", ", KINDS) + ".");
        }
        if (fromPercent >= toPercent || toPercent > 100) {
            throw new IllegalArgumentException("A fault cannot last from " + fromPercent + "% to " + toPercent + "%.");
        }
    }

    /**
     * Reads the written form.
     *
     * @throws IllegalArgumentException when the text has another one
     */
    @JsonCreator
    public static FaultPlan parse(String text) {
        Matcher parts = FORM.matcher(text.strip());
        if (!parts.matches()) {
            throw new IllegalArgumentException("'" + text + "' is no fault: write kill:shard1@30%-60%.");
        }
        return new FaultPlan(
                parts.group(1), parts.group(2), Integer.parseInt(parts.group(3)), Integer.parseInt(parts.group(4)));
    }

    /** The written form. */
    @JsonValue
    public String text() {
        return kind + ":" + shard + "@" + fromPercent + "%-" + toPercent + "%";
    }
}
