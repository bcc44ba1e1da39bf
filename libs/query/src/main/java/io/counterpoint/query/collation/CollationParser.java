package io.counterpoint.query.collation;

import com.ibm.icu.text.Collator;
import com.ibm.icu.text.RuleBasedCollator;
import com.ibm.icu.util.ULocale;
import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.ValueText;
import java.util.List;
import java.util.Map;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Reads a {@code collation} document; codes and texts as a server of version 8.0 answers. */
final class CollationParser {
    static final String FIELD = "collation";
    static final String LOCALE = "locale";
    static final String NON_IGNORABLE = "non-ignorable";
    static final String OFF = "off";

    private static final String SIMPLE = "simple";
    private static final int STRENGTH_MAX = 5;
    private static final int SECONDARY_STRENGTH = 2;

    /** Used by ICU for what it has no rules of its own for; nothing that a client may ask for. */
    private static final String ROOT_LOCALE = "root";

    private final BsonDocument specification;
    private final String locale;

    CollationParser(BsonDocument specification) {
        this.specification = specification;
        BsonValue value = specification.get(LOCALE);
        if (value == null) {
            throw new CommandException(
                    ErrorCode.IDL_FAILED_TO_PARSE, "BSON field 'collation.locale' is missing but a required field");
        }
        locale = text(LOCALE, value);
    }

    /** Whether it asks for no rules at all. */
    boolean isSimple() {
        if (!locale.equals(SIMPLE)) {
            return false;
        }
        if (specification.size() > 1) {
            throw new CommandException(
                    ErrorCode.FAILED_TO_PARSE,
                    "If locale=simple, no other fields should be present in: " + ValueText.of(specification));
        }
        return true;
    }

    String locale() {
        return locale;
    }

    /** A collator with all the options, those of the locale where none are given. */
    RuleBasedCollator rules() {
        RuleBasedCollator rules = rulesOfLocale();
        for (Map.Entry<String, BsonValue> option : specification.entrySet()) {
            set(rules, option.getKey(), option.getValue());
        }
        checkTogether(rules);
        return rules;
    }

    /**
     * ICU makes the best of any locale. What it has no rules for, or would call by another name, is refused all the
     * same: a misspelt language must not pass for another one.
     */
    private RuleBasedCollator rulesOfLocale() {
        if (locale.indexOf('\0') >= 0) {
            throw badValue("Field 'locale' cannot contain null byte. Collation spec: " + ValueText.of(specification));
        }
        if (locale.isEmpty()) {
            throw badValue("Field 'locale' cannot be the empty string in: " + ValueText.of(specification));
        }
        Collator collator = Collator.getInstance(new ULocale(locale));
        String found = collator.getLocale(ULocale.VALID_LOCALE).getName();
        if (!found.equals(locale) || !(collator instanceof RuleBasedCollator rules)) {
            String suggestion = found.isEmpty() || found.equals(ROOT_LOCALE) ? "" : ". Did you mean '" + found + "'?";
            throw badValue("Field 'locale' is invalid in: " + ValueText.of(specification) + suggestion);
        }
        return rules.cloneAsThawed();
    }

    private void set(RuleBasedCollator rules, String option, BsonValue value) {
        switch (option) {
            case LOCALE -> {
                // Chose the rules.
            }
            case "caseLevel" -> rules.setCaseLevel(truth(option, value));
            case "caseFirst" -> {
                String first = oneOf(option, value, List.of("upper", "lower", OFF));
                // Either setter switches the other one off; switching one off that is off changes nothing.
                rules.setUpperCaseFirst(first.equals("upper"));
                if (!first.equals("upper")) {
                    rules.setLowerCaseFirst(first.equals("lower"));
                }
            }
            case "strength" -> rules.setStrength(strength(value));
            case "numericOrdering" -> rules.setNumericCollation(truth(option, value));
            case "alternate" ->
                rules.setAlternateHandlingShifted(
                        oneOf(option, value, List.of(NON_IGNORABLE, "shifted")).equals("shifted"));
            case "maxVariable" -> {
                boolean space = oneOf(option, value, List.of("punct", "space")).equals("space");
                rules.setMaxVariable(space ? Collator.ReorderCodes.SPACE : Collator.ReorderCodes.PUNCTUATION);
            }
            case "normalization" ->
                rules.setDecomposition(
                        truth(option, value) ? Collator.CANONICAL_DECOMPOSITION : Collator.NO_DECOMPOSITION);
            case "backwards" -> rules.setFrenchCollation(truth(option, value));
            case "version" -> checkVersion(text(option, value));
            default ->
                throw new CommandException(
                        ErrorCode.IDL_UNKNOWN_FIELD, "BSON field 'collation." + option + "' is an unknown field.");
        }
    }

    private void checkVersion(String version) {
        if (!version.equals(CollationDocument.VERSION)) {
            throw new CommandException(
                    ErrorCode.INCOMPATIBLE_COLLATION_VERSION,
                    "Requested collation version " + version + " but the only available collator version was "
                            + CollationDocument.VERSION + ". Requested collation spec: "
                            + ValueText.of(specification));
        }
    }

    private static void checkTogether(RuleBasedCollator rules) {
        int strength = CollationDocument.strength(rules);
        if (rules.isFrenchCollation() && strength < SECONDARY_STRENGTH) {
            throw badValue("'backwards' is invalid with 'strength' of 1 in: " + printed(rules));
        }
        boolean casesCount = rules.isCaseLevel() || strength > SECONDARY_STRENGTH;
        if (!CollationDocument.caseFirst(rules).equals(OFF) && !casesCount) {
            throw badValue("'caseFirst' is invalid unless 'caseLevel' is on or 'strength' is greater than 2 in: "
                    + printed(rules));
        }
    }

    private static String printed(RuleBasedCollator rules) {
        return ValueText.of(
                CollationDocument.of(rules.getLocale(ULocale.VALID_LOCALE).getName(), rules));
    }

    private static int strength(BsonValue value) {
        if (!(value instanceof BsonNumber number)) {
            throw wrongType("collation.strength", value, "types '[long, int, decimal, double]'");
        }
        long strength = number.longValue();
        if (strength < 0 || strength > STRENGTH_MAX) {
            throw new CommandException(
                    ErrorCode.location(51024),
                    "BSON field 'strength' value must be " + (strength < 0 ? ">= 0" : "<= " + STRENGTH_MAX)
                            + ", actual value '" + strength + "'");
        }
        return switch ((int) strength) {
            case 1 -> Collator.PRIMARY;
            case 2 -> Collator.SECONDARY;
            case 3 -> Collator.TERTIARY;
            case 4 -> Collator.QUATERNARY;
            case STRENGTH_MAX -> Collator.IDENTICAL;
            default ->
                throw new CommandException(
                        ErrorCode.FAILED_TO_PARSE, "Field 'strength' must be an integer 1 through 5. Got: " + strength);
        };
    }

    private static boolean truth(String option, BsonValue value) {
        if (!(value instanceof BsonBoolean truth)) {
            throw wrongType(FIELD + "." + option, value, "type 'bool'");
        }
        return truth.getValue();
    }

    private static String text(String option, BsonValue value) {
        if (!(value instanceof BsonString text)) {
            throw wrongType(FIELD + "." + option, value, "type 'string'");
        }
        return text.getValue();
    }

    private static String oneOf(String option, BsonValue value, List<String> known) {
        String text = text(option, value);
        if (!known.contains(text)) {
            throw badValue(
                    "Enumeration value '" + text + "' for field 'collation." + option + "' is not a valid value.");
        }
        return text;
    }

    /** The refusal of a value of the wrong type. */
    static CommandException wrongType(String path, BsonValue value, String expected) {
        return new CommandException(
                ErrorCode.TYPE_MISMATCH,
                "BSON field '" + path + "' is the wrong type '" + BsonTypes.name(value) + "', expected " + expected);
    }

    private static CommandException badValue(String text) {
        return new CommandException(ErrorCode.BAD_VALUE, text);
    }
}
