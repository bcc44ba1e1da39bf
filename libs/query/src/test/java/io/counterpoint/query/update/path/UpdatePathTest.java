package io.counterpoint.query.update.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class UpdatePathTest {
    @Test
    void isCutAtItsDots() {
        assertThat(UpdatePath.parse("a").parts()).containsExactly("a");
        assertThat(UpdatePath.parse("a.0.$[x].b").parts()).containsExactly("a", "0", "$[x]", "b");
    }

    @Test
    void dynamicParts() {
        assertThat(UpdatePath.parse("a.b.0").isDynamic()).isFalse();
        assertThat(UpdatePath.parse("a.$").isDynamic()).isTrue();
        assertThat(UpdatePath.parse("a.$[].b").isDynamic()).isTrue();
        assertThat(UpdatePath.parse("a.$[x]").isDynamic()).isTrue();
    }

    @Test
    void overlap() {
        assertThat(UpdatePath.parse("a.b").overlaps(UpdatePath.parse("a"))).isTrue();
        assertThat(UpdatePath.parse("a").overlaps(UpdatePath.parse("a.b"))).isTrue();
        assertThat(UpdatePath.parse("a.b").overlaps(UpdatePath.parse("a.b"))).isTrue();
        assertThat(UpdatePath.parse("a.b").overlaps(UpdatePath.parse("a.c"))).isFalse();
        assertThat(UpdatePath.parse("ab").overlaps(UpdatePath.parse("a"))).isFalse();
    }

    @Test
    void indexesComeFirstAndByNumber() {
        List<String> names = Stream.of("b", "10", "a", "9", "01", "0", "-1")
                .sorted(ArrayIndexes.VISITING_ORDER)
                .toList();
        assertThat(names).containsExactly("0", "9", "10", "-1", "01", "a", "b");
    }
}
