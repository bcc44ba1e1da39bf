package io.counterpoint.shard.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.cluster.name.Namespace;
import java.util.List;
import java.util.UUID;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class CollectionDescriptionTest {
    private final CollectionDescription collection = new CollectionDescription(
                    1,
                    new Namespace("shop", "orders"),
                    new UUID(1, 2),
                    new BsonDocument(),
                    List.of(IndexDescription.onId().withId(1)))
            .withIndex(index("{key: {a: 1}, name: 'a_1'}").withId(2));

    @Test
    void knowsAnIndexAgain() {
        assertThat(collection.existing(index("{key: {a: 1.0}, name: 'a_1'}"))).isSameAs(collection.index("a_1"));
        assertThat(collection.existing(index("{key: {_id: 1}, name: 'x'}"))).isSameAs(collection.index("_id_"));
    }

    @Test
    void takesAnIndexThatDiffersInAnIdentifyingOptionUnderAnotherName() {
        assertThat(collection.existing(index("{key: {a: 1}, name: 'u', unique: true}")))
                .isNull();
        assertThat(collection.existing(index("{key: {a: 1}, name: 's', sparse: true}")))
                .isNull();
        assertThat(collection.existing(index("{key: {a: 1}, name: 'p', partialFilterExpression: {b: 1}}")))
                .isNull();
        assertThat(collection.existing(index("{key: {a: -1}, name: 'd'}"))).isNull();
    }

    @Test
    void refusesOneNameForTwoIndexes() {
        CommandException refusal = refusal("{key: {b: 1}, name: 'a_1'}");
        assertThat(refusal.code().number()).isEqualTo(86);
        assertThat(refusal.text())
                .isEqualTo("An existing index has the same name as the requested index. When index names are not"
                        + " specified, they are auto generated and can cause conflicts. Please refer to our"
                        + " documentation. Requested index: { v: 2, key: { b: 1 }, name: \"a_1\" }, existing index:"
                        + " { v: 2, key: { a: 1 }, name: \"a_1\" }");
        assertThat(refusal("{key: {a: 1}, name: 'a_1', unique: true}").code().number())
                .isEqualTo(86);
    }

    @Test
    void refusesTwoNamesForOneIndex() {
        CommandException refusal = refusal("{key: {a: 1}, name: 'other'}");
        assertThat(refusal.code().number()).isEqualTo(85);
        assertThat(refusal.text()).isEqualTo("Index already exists with a different name: a_1");
    }

    @Test
    void refusesOtherOptionsForOneIndex() {
        assertThat(refusal("{key: {a: 1}, name: 'a_1', hidden: true}").code().number())
                .isEqualTo(85);
        assertThat(refusal("{key: {a: 1}, name: 'other', hidden: true}").text())
                .startsWith("An equivalent index already exists with a different name and options.");
    }

    @Test
    void refusesTheIndexAfterThe64th() {
        CollectionDescription full = collection;
        for (int i = full.indexes().size(); i < 64; i++) {
            full = full.withIndex(index("{key: {f" + i + ": 1}, name: 'f" + i + "'}"));
        }
        CollectionDescription last = full;
        CommandException refusal =
                catchThrowableOfType(CommandException.class, () -> last.existing(index("{key: {x: 1}, name: 'x'}")));
        assertThat(refusal.code().number()).isEqualTo(67);
        assertThat(refusal.text()).isEqualTo("add index fails, too many indexes for shop.orders key:{ x: 1 }");
    }

    @Test
    void changesOneIndexByNumber() {
        CollectionDescription changed = collection.withIndexChanged(2, index -> index.withMultikeyFields(1));
        assertThat(changed.indexes().get(1).multikeyFields()).isEqualTo(1);
        assertThat(changed.indexes().get(0)).isSameAs(collection.indexes().get(0));
        assertThat(changed).isNotEqualTo(collection);
        assertThat(collection.withoutIndex("a_1").indexes()).hasSize(1);
    }

    private CommandException refusal(String spec) {
        CommandException refusal = catchThrowableOfType(CommandException.class, () -> collection.existing(index(spec)));
        assertThat(refusal).isNotNull();
        return refusal;
    }

    private static IndexDescription index(String spec) {
        return IndexDescription.fromSpec(BsonDocument.parse(spec));
    }
}
