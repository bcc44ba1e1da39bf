package io.counterpoint.query.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.query.QueryContext;
import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import io.counterpoint.testkit.value.BsonValues;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** Random values of all types: a filter selects the bytes of a document where it selects the document itself. */
class RawFilterPropertyTest {
    private static final int SEED_COUNT = 3_000;
    private static final int DOCUMENTS_PER_FILTER = 20;
    private static final List<String> OPERATORS = List.of("$eq", "$gt", "$gte", "$lt", "$lte", "$ne", "$in", "$all");

    @Test
    void bytesMatchAsDocumentsDo() {
        Seeds.run(RawFilterPropertyTest.class, SEED_COUNT, random -> {
            BsonValues values = new BsonValues(random);
            List<BsonValue> few = List.of(value(values, random), value(values, random), value(values, random));
            BsonDocument source = filter(few, random);
            Filter filter;
            try {
                filter = Filter.parse(source, QueryContext.plain());
            } catch (CommandException noOperand) {
                return;
            }
            for (int i = 0; i < DOCUMENTS_PER_FILTER; i++) {
                BsonDocument document = document(few, values, random);
                assertThat(filter.matches(BsonBytes.raw(document)))
                        .as("%s of %s", source, document)
                        .isEqualTo(filter.matches(document));
            }
        });
    }

    private static BsonValue value(BsonValues values, SeededRandom random) {
        return random.oneIn(3) ? values.number() : values.value();
    }

    private static BsonDocument filter(List<BsonValue> few, SeededRandom random) {
        String operator = random.pick(OPERATORS);
        BsonValue operand = operator.equals("$in") || operator.equals("$all")
                ? new BsonArray(List.of(random.pick(few), random.pick(few)))
                : random.pick(few);
        return new BsonDocument(random.pick(List.of("a", "a.b")), new BsonDocument(operator, operand));
    }

    private static BsonDocument document(List<BsonValue> few, BsonValues values, SeededRandom random) {
        BsonValue value = random.pick(few);
        if (value.isNumber() && random.oneIn(2)) {
            value = values.sameNumber(value);
        }
        BsonValue held = switch (random.between(0, 5)) {
            case 0 -> new BsonArray(List.of(value, random.pick(few)));
            case 1 -> new BsonDocument("b", value);
            case 2 -> new BsonDocument("b", new BsonArray(List.of(value)));
            case 3 -> new BsonArray(List.of(new BsonDocument("b", value), value));
            case 4 -> values.value();
            default -> value;
        };
        return new BsonDocument("x", random.pick(few)).append(random.oneIn(6) ? "c" : "a", held);
    }
}
