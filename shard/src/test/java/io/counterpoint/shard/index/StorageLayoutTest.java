package io.counterpoint.shard.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.MemoryStore;
import io.counterpoint.shard.storage.OverlayView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/storage-layout.md} to what is stored. */
class StorageLayoutTest {
    @Test
    void everyFamilyHasItsLine() throws IOException {
        String page = page();
        for (ColumnFamily family : ColumnFamily.values()) {
            assertThat(page).contains("| " + family.number() + " | `" + family.label() + "` |");
            assertThat(page).contains("\n### " + family.label() + "\n");
        }
    }

    @Test
    void exampleIsWhatIsStored() throws IOException {
        CollectionDescription collection = new CollectionDescription(
                1,
                new Namespace("shop", "orders"),
                new UUID(1, 2),
                new BsonDocument(),
                List.of(
                        IndexDescription.onId().withId(1),
                        index("{key: {a: 1}, name: 'a_1'}").withId(2),
                        index("{key: {b: -1}, name: 'b_-1', unique: true}").withId(3)));
        OverlayView view = new OverlayView(new MemoryStore());
        BsonDocument document = BsonDocument.parse("{_id: 5, a: 'x', b: 5}");
        assertThat(new IndexEntries().insert(view, KeyClaims.FREE, collection, 1, document))
                .isNull();
        HexFormat hex = HexFormat.of();
        List<String> lines = new ArrayList<>();
        lines.add("documents  " + hex.formatHex(Records.key(1, 1)) + " the document");
        view.forEachChange((family, key, value) -> lines.add(family.label() + "    " + hex.formatHex(key) + " "
                + (value == null || value.length == 0 ? "(empty)" : hex.formatHex(value))));
        String page = page().replaceAll(" {4,}(?=\\S*\\n|the document)", " ");
        assertThat(page).contains(lines);
    }

    @Test
    void aKeyUnderACollationIsAsDescribed() throws IOException {
        IndexDescription index = index(
                        "{key: {a: 1}, name: 'a_1', unique: true, collation: {locale: 'en', strength: 2}}")
                .withId(2);
        for (String text : List.of("a", "A")) {
            byte[] key = new IndexKeys()
                    .compute(index, new BsonDocument("a", new BsonString(text)), 1)
                    .key(0);
            assertThat(HexFormat.of().formatHex(key)).isEqualTo("00000002302b01020500");
        }
        assertThat(page()).contains("30 2b 01 02 05 00");
    }

    private static IndexDescription index(String spec) {
        return IndexDescription.fromSpec(BsonDocument.parse(spec));
    }

    private static String page() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs/storage-layout.md"))) {
            folder = Objects.requireNonNull(folder.getParent(), "not below the repository");
        }
        return Files.readString(folder.resolve("docs/storage-layout.md"), StandardCharsets.UTF_8);
    }
}
