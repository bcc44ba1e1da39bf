package io.counterpoint.query.collation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.bson.order.BinaryOrder;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CollationTest {
    private static Collation collation(String json) {
        return Collation.parse(BsonDocument.parse(json));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {locale: 'en'}                      | {locale: 'en', caseLevel: false, caseFirst: 'off', strength: 3, numericOrdering: false, alternate: 'non-ignorable', maxVariable: 'punct', normalization: false, backwards: false, version: '57.1'}
            {locale: 'fr_CA'}                   | {locale: 'fr_CA', caseLevel: false, caseFirst: 'off', strength: 3, numericOrdering: false, alternate: 'non-ignorable', maxVariable: 'punct', normalization: false, backwards: true, version: '57.1'}
            {locale: 'da'}                      | {locale: 'da', caseLevel: false, caseFirst: 'upper', strength: 3, numericOrdering: false, alternate: 'non-ignorable', maxVariable: 'punct', normalization: false, backwards: false, version: '57.1'}
            {locale: 'de@collation=phonebook', strength: 1.0, caseLevel: true, caseFirst: 'lower', numericOrdering: true, alternate: 'shifted', maxVariable: 'space', normalization: true, backwards: false, version: '57.1'} | {locale: 'de@collation=phonebook', caseLevel: true, caseFirst: 'lower', strength: 1, numericOrdering: true, alternate: 'shifted', maxVariable: 'space', normalization: true, backwards: false, version: '57.1'}
            {strength: {$numberLong: '5'}, locale: 'zh_Hant'} | {locale: 'zh_Hant', caseLevel: false, caseFirst: 'off', strength: 5, numericOrdering: false, alternate: 'non-ignorable', maxVariable: 'punct', normalization: false, backwards: false, version: '57.1'}
            {locale: 'da', caseFirst: 'off'}    | {locale: 'da', caseLevel: false, caseFirst: 'off', strength: 3, numericOrdering: false, alternate: 'non-ignorable', maxVariable: 'punct', normalization: false, backwards: false, version: '57.1'}
            """)
    void showsAllOptions(String asked, String shown) {
        Collation collation = collation(asked);

        assertThat(collation.toDocument().toJson())
                .isEqualTo(BsonDocument.parse(shown).toJson());
        assertThat(collation(shown)).isEqualTo(collation).hasSameHashCodeAs(collation);
    }

    @Test
    void simpleIsNoCollation() {
        assertThat(collation("{locale: 'simple'}")).isSameAs(Collation.SIMPLE);
        assertThat(Collation.SIMPLE.order()).isSameAs(BinaryOrder.INSTANCE);
        assertThat(Collation.of(null, Collation.SIMPLE)).isSameAs(Collation.SIMPLE);
        assertThat(Collation.of(new BsonDocument(), Collation.SIMPLE)).isSameAs(Collation.SIMPLE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {}                                             | 40414 | BSON field 'collation.locale' is missing but a required field
            {locale: 5}                                    | 14    | BSON field 'collation.locale' is the wrong type 'int', expected type 'string'
            {locale: ''}                                   | 2     | Field 'locale' cannot be the empty string in: { locale: "" }
            {locale: 'xx'}                                 | 2     | Field 'locale' is invalid in: { locale: "xx" }
            {locale: 'root'}                               | 2     | Field 'locale' is invalid in: { locale: "root" }
            {locale: 'en-US'}                              | 2     | Field 'locale' is invalid in: { locale: "en-US" }. Did you mean 'en_US'?
            {locale: 'pt_BR'}                              | 2     | Field 'locale' is invalid in: { locale: "pt_BR" }. Did you mean 'pt'?
            {locale: 'en@collation=phonebook'}             | 2     | Field 'locale' is invalid in: { locale: "en@collation=phonebook" }. Did you mean 'en'?
            {locale: 'en', level: 1}                       | 40415 | BSON field 'collation.level' is an unknown field.
            {locale: 'simple', strength: 1}                | 9     | If locale=simple, no other fields should be present in: { locale: "simple", strength: 1 }
            {locale: 'en', strength: 0}                    | 9     | Field 'strength' must be an integer 1 through 5. Got: 0
            {locale: 'en', strength: 6}                    | 51024 | BSON field 'strength' value must be <= 5, actual value '6'
            {locale: 'en', strength: -1}                   | 51024 | BSON field 'strength' value must be >= 0, actual value '-1'
            {locale: 'en', strength: 'x'}                  | 14    | BSON field 'collation.strength' is the wrong type 'string', expected types '[long, int, decimal, double]'
            {locale: 'en', caseLevel: 1}                   | 14    | BSON field 'collation.caseLevel' is the wrong type 'int', expected type 'bool'
            {locale: 'en', caseFirst: 'both'}              | 2     | Enumeration value 'both' for field 'collation.caseFirst' is not a valid value.
            {locale: 'en', alternate: 'ignorable'}         | 2     | Enumeration value 'ignorable' for field 'collation.alternate' is not a valid value.
            {locale: 'en', maxVariable: 'all'}             | 2     | Enumeration value 'all' for field 'collation.maxVariable' is not a valid value.
            {locale: 'en', version: '60'}                  | 161   | Requested collation version 60 but the only available collator version was 57.1. Requested collation spec: { locale: "en", version: "60" }
            {locale: 'en', backwards: true, strength: 1}   | 2     | 'backwards' is invalid with 'strength' of 1 in: { locale: "en", caseLevel: false, caseFirst: "off", strength: 1, numericOrdering: false, alternate: "non-ignorable", maxVariable: "punct", normalization: false, backwards: true, version: "57.1" }
            {locale: 'en', caseFirst: 'upper', strength: 2} | 2    | 'caseFirst' is invalid unless 'caseLevel' is on or 'strength' is greater than 2 in: { locale: "en", caseLevel: false, caseFirst: "upper", strength: 2, numericOrdering: false, alternate: "non-ignorable", maxVariable: "punct", normalization: false, backwards: false, version: "57.1" }
            """)
    void refuses(String specification, int code, String text) {
        CommandException refusal = catchThrowableOfType(CommandException.class, () -> collation(specification));

        assertThat(refusal).as(specification).isNotNull();
        assertThat(refusal.text()).isEqualTo(text);
        assertThat(refusal.code().number()).isEqualTo(code);
    }

    /** The locales that MongoDB's manual lists; the newer rules here know all of them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "af",
                "sq",
                "am",
                "ar",
                "hy",
                "as",
                "az",
                "be",
                "bn",
                "bs",
                "bs_Cyrl",
                "bg",
                "my",
                "ca",
                "chr",
                "zh",
                "zh_Hant",
                "hr",
                "cs",
                "da",
                "nl",
                "dz",
                "en",
                "en_US",
                "en_US_POSIX",
                "eo",
                "et",
                "ee",
                "fo",
                "fil",
                "fi",
                "fr",
                "fr_CA",
                "gl",
                "ka",
                "de",
                "de_AT",
                "el",
                "gu",
                "ha",
                "haw",
                "he",
                "hi",
                "hu",
                "is",
                "ig",
                "smn",
                "id",
                "ga",
                "it",
                "ja",
                "kl",
                "kn",
                "kk",
                "km",
                "kok",
                "ko",
                "ky",
                "lkt",
                "lo",
                "lv",
                "ln",
                "lt",
                "dsb",
                "lb",
                "mk",
                "ms",
                "ml",
                "mt",
                "mr",
                "mn",
                "ne",
                "se",
                "nb",
                "nn",
                "or",
                "om",
                "ps",
                "fa",
                "fa_AF",
                "pl",
                "pt",
                "pa",
                "ro",
                "ru",
                "sr",
                "sr_Latn",
                "si",
                "sk",
                "sl",
                "es",
                "es@collation=traditional",
                "sw",
                "sv",
                "ta",
                "te",
                "th",
                "bo",
                "to",
                "tr",
                "uk",
                "hsb",
                "ur",
                "ug",
                "vi",
                "wae",
                "cy",
                "yi",
                "yo",
                "zu"
            })
    void knowsTheLocale(String locale) {
        assertThat(Collation.parse(new BsonDocument("locale", new BsonString(locale)))
                        .isSimple())
                .isFalse();
    }

    /**
     * Sort keys are stored in indexes. When a new version of ICU makes this test fail, every index with a collation has
     * to be built anew: see decision 0007.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            en | Straße | 0x4f514d2b4f4f330142700601dcc3e0d305
            de@collation=phonebook | Müller 10 | 0x4353334141334d0414120144460b01dcdc0c
            sv | Ärlig | 0x5e7f034d413b37010901c608
            ja | 日本 | 0xc723c8db01060106
            zh | 中文 | 0x9c4c8a6701060106
            fr_CA | côté | 0x2f4751330188448e06010a
            """)
    void sortKeysStayAsTheyAre(String locale, String text, String key) {
        assertThat(collation("{locale: '" + locale + "'}").shownKey(new BsonString(text)))
                .isEqualTo(key);
    }
}
