package io.counterpoint.query.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import io.counterpoint.testkit.value.BsonValues;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random operator updates of random documents, many of which are refused. */
final class UpdatePropertyTest {
    private static final int SEED_COUNT = 5_000;
    private static final Filter ANY = Filter.parse(new BsonDocument(), QueryContext.plain());
    private static final List<String> NAMES = List.of("a", "b", "c", "0", "1");
    private static final List<String> OPERATORS = List.of(
            "$set",
            "$unset",
            "$inc",
            "$mul",
            "$min",
            "$max",
            "$push",
            "$addToSet",
            "$pull",
            "$pullAll",
            "$pop",
            "$bit",
            "$rename");

    @Test
    void bytesAndTreesAreUpdatedAlike() {
        Seeds.run(UpdatePropertyTest.class, SEED_COUNT, random -> {
            BsonDocument document = document(random);
            BsonDocument update = update(random);
            RawDocument raw = BsonBytes.raw(document);
            String onTree = outcome(update, document);
            assertThat(outcome(update, raw)).as("%s of %s", update, document).isEqualTo(onTree);
            assertThat(BsonBytes.raw(document).sameBytes(raw))
                    .as("%s leaves %s alone", update, document)
                    .isTrue();
        });
    }

    @Test
    void modifiedMeansOtherBytes() {
        Seeds.run(UpdatePropertyTest.class, SEED_COUNT, random -> {
            RawDocument document = BsonBytes.raw(document(random));
            UpdateOutcome outcome = apply(update(random), document);
            if (outcome != null) {
                assertThat(outcome.modified())
                        .isEqualTo(!BsonBytes.raw(outcome.document()).sameBytes(document));
            }
        });
    }

    @Test
    void oldFieldsKeepTheirPlacesAndNewOnesFollowSorted() {
        Seeds.run(UpdatePropertyTest.class, SEED_COUNT, random -> {
            RawDocument document = BsonBytes.raw(document(random));
            UpdateOutcome outcome = apply(update(random), document);
            if (outcome != null) {
                List<String> names = new ArrayList<>(outcome.document().keySet());
                List<String> old = new ArrayList<>(document.keySet());
                old.retainAll(names);
                assertThat(names).startsWith(old.toArray(String[]::new));
                assertThat(names.subList(old.size(), names.size())).isSorted();
            }
        });
    }

    private static @Nullable UpdateOutcome apply(BsonDocument update, BsonDocument document) {
        try {
            return Update.parse(update, null, QueryContext.plain()).apply(document, ANY);
        } catch (CommandException refused) {
            return null;
        }
    }

    private static String outcome(BsonDocument update, BsonDocument document) {
        try {
            UpdateOutcome outcome =
                    Update.parse(update, null, QueryContext.plain()).apply(document, ANY);
            return outcome.modified() + " " + BsonBytes.tree(outcome.document());
        } catch (CommandException refused) {
            return refused.code() + " " + refused.text();
        }
    }

    private static BsonDocument document(SeededRandom random) {
        BsonDocument document = new BsonDocument("_id", new BsonInt32(random.nextInt(10)));
        for (int i = random.between(0, 3); i > 0; i--) {
            document.put(random.pick(NAMES), value(random, 2));
        }
        return document;
    }

    private static BsonDocument update(SeededRandom random) {
        BsonDocument update = new BsonDocument();
        for (int i = random.between(1, 2); i > 0; i--) {
            String operator = random.pick(OPERATORS);
            BsonDocument fields = new BsonDocument();
            for (int j = random.between(1, 2); j > 0; j--) {
                fields.put(path(random), argument(operator, random));
            }
            update.put(operator, fields);
        }
        return update;
    }

    private static BsonValue argument(String operator, SeededRandom random) {
        return switch (operator) {
            case "$inc", "$mul" -> new BsonValues(random).number();
            case "$pop" -> new BsonInt32(random.nextBoolean() ? 1 : -1);
            case "$bit" -> new BsonDocument("xor", new BsonInt32(random.nextInt(8)));
            case "$rename" -> new BsonString(path(random));
            case "$pullAll" -> new BsonArray(List.of(value(random, 1), value(random, 1)));
            case "$pull" -> value(random, 0);
            case "$push" ->
                random.nextBoolean()
                        ? value(random, 1)
                        : new BsonDocument("$each", new BsonArray(List.of(value(random, 1))))
                                .append("$position", new BsonInt32(random.between(-3, 3)))
                                .append("$slice", new BsonInt32(random.between(-3, 3)));
            default -> value(random, 2);
        };
    }

    private static String path(SeededRandom random) {
        StringBuilder path = new StringBuilder(random.pick(NAMES));
        while (random.oneIn(2)) {
            path.append('.').append(random.pick(List.of("a", "b", "0", "1", "$[]")));
        }
        return path.toString();
    }

    private static BsonValue value(SeededRandom random, int depth) {
        int kind = depth == 0 ? 0 : random.nextInt(4);
        if (kind == 1) {
            BsonDocument document = new BsonDocument();
            for (int i = random.between(0, 2); i > 0; i--) {
                document.put(random.pick(NAMES), value(random, depth - 1));
            }
            return document;
        }
        if (kind == 2) {
            BsonArray array = new BsonArray();
            for (int i = random.between(0, 3); i > 0; i--) {
                array.add(value(random, depth - 1));
            }
            return array;
        }
        return random.nextBoolean() ? new BsonInt32(random.nextInt(4)) : new BsonValues(random).scalar();
    }
}
