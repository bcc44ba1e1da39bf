package io.counterpoint.query.collation;

import com.ibm.icu.text.Collator;
import com.ibm.icu.text.RuleBasedCollator;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** What MongoDB prints of a collation: every option, those too that its locale decides. */
final class CollationDocument {
    /** What MongoDB 8.0 calls its rules, and so what dumps of its collections ask for. */
    static final String VERSION = "57.1";

    private static final int IDENTICAL_STRENGTH = 5;

    private CollationDocument() {}

    static BsonDocument of(String locale, RuleBasedCollator rules) {
        return new BsonDocument(CollationParser.LOCALE, new BsonString(locale))
                .append("caseLevel", BsonBoolean.valueOf(rules.isCaseLevel()))
                .append("caseFirst", new BsonString(caseFirst(rules)))
                .append("strength", new BsonInt32(strength(rules)))
                .append("numericOrdering", BsonBoolean.valueOf(rules.getNumericCollation()))
                .append(
                        "alternate",
                        new BsonString(rules.isAlternateHandlingShifted() ? "shifted" : CollationParser.NON_IGNORABLE))
                .append("maxVariable", new BsonString(maxVariable(rules)))
                .append("normalization", BsonBoolean.valueOf(rules.getDecomposition() != Collator.NO_DECOMPOSITION))
                .append("backwards", BsonBoolean.valueOf(rules.isFrenchCollation()))
                .append("version", new BsonString(VERSION));
    }

    static String caseFirst(RuleBasedCollator rules) {
        if (rules.isUpperCaseFirst()) {
            return "upper";
        }
        return rules.isLowerCaseFirst() ? "lower" : CollationParser.OFF;
    }

    static int strength(RuleBasedCollator rules) {
        // ICU counts from 0 and leaves a gap before the last.
        return rules.getStrength() == Collator.IDENTICAL ? IDENTICAL_STRENGTH : rules.getStrength() + 1;
    }

    private static String maxVariable(RuleBasedCollator rules) {
        return rules.getMaxVariable() == Collator.ReorderCodes.SPACE ? "space" : "punct";
    }
}
