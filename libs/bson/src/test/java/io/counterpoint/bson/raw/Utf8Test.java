package io.counterpoint.bson.raw;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {
    @Test
    void acceptsEveryCharacter() {
        for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            if (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE) {
                byte[] bytes = Character.toString(codePoint).getBytes(StandardCharsets.UTF_8);
                assertThat(Utf8.isValid(bytes, 0, bytes.length)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80",
                "BF",
                "C0AF",
                "C1BF",
                "C3",
                "C328",
                "E08080",
                "E09FBF",
                "E282",
                "EDA080",
                "EDBFBF",
                "F0808080",
                "F08FBFBF",
                "F09D92",
                "F4908080",
                "F5808080",
                "FF",
                "61C3",
                "C3A4E2"
            })
    void refusesEverythingElse(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertThat(Utf8.isValid(bytes, 0, bytes.length)).isFalse();
    }
}
