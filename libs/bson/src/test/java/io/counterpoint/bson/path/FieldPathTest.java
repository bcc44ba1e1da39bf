package io.counterpoint.bson.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldPathTest {
    @Test
    void splitsAtDots() {
        FieldPath path = FieldPath.parse("a.b.0");

        assertThat(path.parts()).containsExactly("a", "b", "0");
        assertThat(path.size()).isEqualTo(3);
        assertThat(path.first()).isEqualTo("a");
        assertThat(path.last()).isEqualTo("0");
        assertThat(path).hasToString("a.b.0").isEqualTo(FieldPath.of(List.of("a", "b", "0")));
    }

    @Test
    void keepsEmptyParts() {
        assertThat(FieldPath.parse("").parts()).containsExactly("");
        assertThat(FieldPath.parse(".").parts()).containsExactly("", "");
        assertThat(FieldPath.parse("a.").parts()).containsExactly("a", "");
        assertThat(FieldPath.parse("a..b").hasEmptyPart()).isTrue();
        assertThat(FieldPath.parse("a.b").hasEmptyPart()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "7, 7",
        "10, 10",
        "2147483647, 2147483647",
        "2147483648, -1",
        "99999999999, -1",
        "00, -1",
        "01, -1",
        "-1, -1",
        "+1, -1",
        "1a, -1",
        "a, -1",
        "'', -1",
        "٣, -1"
    })
    void knowsPositions(String part, int position) {
        FieldPath path = FieldPath.parse(part);

        assertThat(path.position(0)).isEqualTo(position);
        assertThat(path.isPosition(0)).isEqualTo(position >= 0);
    }

    @Test
    void cutsAndExtends() {
        FieldPath path = FieldPath.parse("a.b.c");

        assertThat(path.prefix(2)).isEqualTo(FieldPath.parse("a.b"));
        assertThat(path.from(1)).isEqualTo(FieldPath.parse("b.c"));
        assertThat(path.from(0)).isSameAs(path);
        assertThat(FieldPath.parse("a").append("b")).isEqualTo(FieldPath.parse("a.b"));
    }

    @Test
    void knowsItsPrefixes() {
        FieldPath path = FieldPath.parse("a.b");

        assertThat(path.isPrefixOf(FieldPath.parse("a.b.c"))).isTrue();
        assertThat(path.isPrefixOf(FieldPath.parse("a.b"))).isTrue();
        assertThat(path.isPrefixOf(FieldPath.parse("a.bc"))).isFalse();
        assertThat(path.isPrefixOf(FieldPath.parse("a"))).isFalse();
    }
}
