package io.counterpoint.sqldump.source;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/** Text from bytes, strictly: what a character set does not know is an error, not a question mark. */
public final class ByteText {
    /** The names that databases use where Java has another one. */
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("utf8", "UTF-8"),
            Map.entry("utf8mb3", "UTF-8"),
            Map.entry("utf8mb4", "UTF-8"),
            Map.entry("unicode", "UTF-8"),
            // MySQL's latin1 is Windows' code page.
            Map.entry("latin1", "windows-1252"),
            Map.entry("latin2", "ISO-8859-2"),
            Map.entry("latin5", "ISO-8859-9"),
            Map.entry("latin9", "ISO-8859-15"),
            Map.entry("ascii", "US-ASCII"),
            Map.entry("sql_ascii", "UTF-8"),
            Map.entry("cp1250", "windows-1250"),
            Map.entry("cp1251", "windows-1251"),
            Map.entry("win1250", "windows-1250"),
            Map.entry("win1251", "windows-1251"),
            Map.entry("win1252", "windows-1252"),
            Map.entry("koi8r", "KOI8-R"),
            Map.entry("sjis", "Shift_JIS"),
            Map.entry("cp932", "windows-31j"),
            Map.entry("euc_jp", "EUC-JP"),
            Map.entry("ujis", "EUC-JP"),
            Map.entry("euckr", "EUC-KR"),
            Map.entry("gb2312", "GB2312"),
            Map.entry("gbk", "GBK"),
            Map.entry("gb18030", "GB18030"),
            Map.entry("big5", "Big5"));

    private ByteText() {}

    /**
     * The character set of a database's name for it.
     *
     * @throws IllegalArgumentException when there is none of that name
     */
    public static Charset charset(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return Charset.forName(NAMES.getOrDefault(lower, name));
    }

    /**
     * Decodes bytes.
     *
     * @throws CharacterCodingException when they are no text of that character set
     */
    public static String decode(byte[] bytes, int from, int to, Charset charset) throws CharacterCodingException {
        String text = new String(bytes, from, to - from, charset);
        // The fast way replaces what it does not know; only then does it pay to ask whether that was so.
        if (text.indexOf('\uFFFD') >= 0) {
            return charset.newDecoder()
                    .decode(ByteBuffer.wrap(bytes, from, to - from))
                    .toString();
        }
        return text;
    }

    /** ASCII between two indices, as it is. */
    public static String ascii(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
