package io.counterpoint.query.collation;

import com.ibm.icu.text.RawCollationKey;
import com.ibm.icu.text.RuleBasedCollator;
import io.counterpoint.bson.order.TextOrder;
import java.util.Arrays;

/** The order of texts that an ICU collator gives. */
final class IcuTexts implements TextOrder {
    private final RuleBasedCollator rules;

    /** The order of a collator, which nobody changes any more: only frozen ones may be used by several threads. */
    IcuTexts(RuleBasedCollator rules) {
        rules.freeze();
        this.rules = rules;
    }

    @Override
    public int compare(String left, String right) {
        return rules.compare(left, right);
    }

    @Override
    public byte[] sortKey(String text) {
        RawCollationKey key = rules.getRawCollationKey(text, null);
        // The last byte is the zero that ends every key.
        return Arrays.copyOf(key.bytes, key.size - 1);
    }
}
