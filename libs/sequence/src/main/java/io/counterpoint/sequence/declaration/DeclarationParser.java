package io.counterpoint.sequence.declaration;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.sequence.mode.Knob;
import io.counterpoint.sequence.mode.NumberRange;
import io.counterpoint.sequence.mode.SequenceMode;
import io.counterpoint.sequence.mode.SequenceNumbers;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Reads one document of the option {@code autoincrement}: {@code {field, mode, …}}. */
final class DeclarationParser {
    private static final String FIELD = "field";
    private static final String MODE = "mode";

    /** Options whose numbers only modes that count have. */
    private static final Set<String> RANGE = Set.of("start", "increment", "min", "max", "cycle");

    private static final Set<String> KNOWN = Set.of(FIELD, MODE, "onExplicit", "onDuplicate", "report");

    private static final Map<String, String> NOT_YET = Map.of(
            "scope", "a counter per value of other fields",
            "prefetch", "fetching the next block ahead of need",
            "releaseOnShutdown", "giving blocks back",
            "conflict", "a choice of what a gapless insert does when another one is under way",
            "valueType", "a fixed type of numbers",
            "skipRangeMin", "leaving a range out",
            "skipRangeMax", "leaving a range out");

    private final BsonDocument entry;

    DeclarationParser(BsonDocument entry) {
        this.entry = entry;
    }

    SequenceDeclaration parse() {
        if (!(entry.get(FIELD) instanceof BsonString field)) {
            throw AutoincrementOption.badValue("a document needs a 'field' that is a string");
        }
        SequenceMode mode = mode();
        checkKeys(mode);
        checkReport();
        return new SequenceDeclaration(field.getValue(), mode, range(mode), onExplicit(), skipTaken(), knobs(mode));
    }

    private SequenceMode mode() {
        BsonValue named = entry.get(MODE);
        if (named == null) {
            return SequenceMode.PER_SHARD;
        }
        String name = text(MODE);
        SequenceMode mode = SequenceMode.named(name == null ? "" : name)
                .orElseThrow(() -> AutoincrementOption.badValue("there is no mode " + named));
        if (mode.owned()) {
            throw notSupported("the mode '" + name + "'");
        }
        return mode;
    }

    private void checkKeys(SequenceMode mode) {
        List<String> knobs = new ArrayList<>();
        mode.knobs().forEach(knob -> knobs.add(knob.optionName()));
        for (String key : entry.keySet()) {
            if (KNOWN.contains(key) || knobs.contains(key) || (RANGE.contains(key) && mode.counts())) {
                continue;
            }
            if (NOT_YET.containsKey(key)) {
                throw notSupported("the option '" + key + "' (" + NOT_YET.get(key) + ")");
            }
            throw AutoincrementOption.badValue("unknown key '" + key + "' for the mode '" + mode.wireName() + "'");
        }
    }

    private void checkReport() {
        if (entry.containsKey("report") && !"off".equals(text("report"))) {
            throw notSupported("the option 'report' with another value than 'off', instead of which a command takes"
                    + " reportAutoincrement: true,");
        }
    }

    private NumberRange range(SequenceMode mode) {
        long increment = number("increment", 1);
        if (increment == 0) {
            throw AutoincrementOption.badValue("the increment must not be 0");
        }
        boolean up = increment > 0;
        boolean cycle = flag("cycle");
        if (mode == SequenceMode.STRIDED && (!up || cycle)) {
            throw AutoincrementOption.badValue("the mode 'strided' neither counts down nor cycles");
        }
        long min = number("min", up ? 1 : Long.MIN_VALUE + 1);
        long max = number("max", up ? Long.MAX_VALUE : -1);
        long start = number("start", up ? min : max);
        if (min >= max || start < min || start > max) {
            throw AutoincrementOption.badValue(
                    "start (" + start + ") must lie between min (" + min + ") and max (" + max + ")");
        }
        if (up ? start < Long.MIN_VALUE + increment : start > Long.MAX_VALUE + increment) {
            throw AutoincrementOption.badValue("the increment " + increment + " is too large");
        }
        return new NumberRange(start, increment, min, max, cycle);
    }

    private OnExplicit onExplicit() {
        if (!entry.containsKey("onExplicit")) {
            return OnExplicit.RAISE;
        }
        String name = text("onExplicit");
        OnExplicit choice = OnExplicit.named(name == null ? "" : name)
                .orElseThrow(
                        () -> AutoincrementOption.badValue("onExplicit is 'raise', 'broadcast', 'ignore' or 'reject'"));
        if (choice == OnExplicit.BROADCAST) {
            throw notSupported("onExplicit: 'broadcast'");
        }
        return choice;
    }

    private boolean skipTaken() {
        if (!entry.containsKey("onDuplicate")) {
            return false;
        }
        String choice = text("onDuplicate");
        if ("skip".equals(choice)) {
            return true;
        }
        if ("error".equals(choice)) {
            return false;
        }
        throw AutoincrementOption.badValue("onDuplicate is 'error' or 'skip'");
    }

    private Map<Knob, Long> knobs(SequenceMode mode) {
        Map<Knob, Long> declared = new EnumMap<>(Knob.class);
        for (Knob knob : mode.knobs()) {
            String name = knob.optionName();
            if (!entry.containsKey(name)) {
                continue;
            }
            long value = switch (knob.kind()) {
                case NUMBER -> number(name, 0);
                case SWITCH -> flag(name) ? 1 : 0;
                case CLOCK_BACK -> clockBack();
            };
            if (!knob.allows(value)) {
                throw AutoincrementOption.badValue("'" + name + "' must be " + knob.bounds());
            }
            declared.put(knob, value);
        }
        if (declared.containsKey(Knob.BITS) && declared.get(Knob.BITS) != 40 && declared.get(Knob.BITS) != 48) {
            throw AutoincrementOption.badValue("'bits' is 48 or 40");
        }
        return declared;
    }

    private long clockBack() {
        String choice = text("onClockBack");
        if ("borrow".equals(choice)) {
            return 0;
        }
        if ("fail".equals(choice)) {
            return 1;
        }
        if ("wait".equals(choice)) {
            throw notSupported("onClockBack: 'wait'");
        }
        throw AutoincrementOption.badValue("onClockBack is 'borrow' or 'fail'");
    }

    private @Nullable String text(String key) {
        return entry.get(key) instanceof BsonString text ? text.getValue() : null;
    }

    private long number(String key, long otherwise) {
        BsonValue value = entry.get(key, new BsonInt64(otherwise));
        return SequenceNumbers.fromBson(value)
                .orElseThrow(() -> AutoincrementOption.badValue("'" + key + "' must be a whole 64-bit number"));
    }

    private boolean flag(String key) {
        BsonValue value = entry.get(key);
        if (value == null) {
            return false;
        }
        if (!value.isBoolean()) {
            throw AutoincrementOption.badValue("'" + key + "' must be a boolean");
        }
        return value.asBoolean().getValue();
    }

    private static CommandException notSupported(String what) {
        return new CommandException(
                ErrorCode.COMMAND_NOT_SUPPORTED, "autoincrement: " + what + " is not supported yet");
    }
}
