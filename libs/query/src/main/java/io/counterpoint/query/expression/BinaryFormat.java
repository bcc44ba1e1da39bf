package io.counterpoint.query.expression;

import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.ValueText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;
import java.util.regex.Pattern;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** How binary data is written as text by {@code $convert}. */
enum BinaryFormat {
    AUTO {
        @Override
        String encode(BsonBinary binary) {
            return isUuid(binary) ? UUID_TEXT.encode(binary) : BASE64.encode(binary);
        }

        @Override
        byte[] decode(String text) {
            throw new IllegalArgumentException("Invalid format 'auto'");
        }
    },
    BASE64 {
        @Override
        String encode(BsonBinary binary) {
            return Base64.getEncoder().encodeToString(binary.getData());
        }

        @Override
        byte[] decode(String text) {
            if (text.length() % 4 != 0) {
                throw new IllegalArgumentException("invalid base64");
            }
            return decodeBase64(Base64.getDecoder(), text);
        }
    },
    BASE64URL {
        @Override
        String encode(BsonBinary binary) {
            return Base64.getUrlEncoder().withoutPadding().encodeToString(binary.getData());
        }

        @Override
        byte[] decode(String text) {
            return decodeBase64(Base64.getUrlDecoder(), text);
        }
    },
    HEX {
        @Override
        String encode(BsonBinary binary) {
            return HexFormat.of().withUpperCase().formatHex(binary.getData());
        }

        @Override
        byte[] decode(String text) {
            if (text.length() % 2 != 0) {
                throw new IllegalArgumentException("Hex blob with odd digit count");
            }
            for (int i = 0; i < text.length(); i++) {
                if (!HexFormat.isHexDigit(text.charAt(i))) {
                    throw new IllegalArgumentException(
                            "The character " + text.charAt(i) + " failed to parse from hex.");
                }
            }
            return HexFormat.of().parseHex(text);
        }
    },
    UTF8 {
        @Override
        String encode(BsonBinary binary) {
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(binary.getData()))
                        .toString();
            } catch (CharacterCodingException broken) {
                throw new IllegalArgumentException("BinData does not represent a valid UTF-8 string", broken);
            }
        }

        @Override
        byte[] decode(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    },
    UUID_TEXT {
        @Override
        String encode(BsonBinary binary) {
            if (!isUuid(binary)) {
                throw new IllegalArgumentException("BinData does not represent a valid UUID");
            }
            return binary.asUuid().toString();
        }

        @Override
        byte[] decode(String text) {
            if (!UUID_PATTERN.matcher(text).matches()) {
                throw new IllegalArgumentException("Invalid UUID string: " + text);
            }
            return new BsonBinary(UUID.fromString(text)).getData();
        }
    };

    private static final Pattern UUID_PATTERN =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

    private static final int UUID_BYTES = 16;

    /**
     * The text of binary data.
     *
     * @throws IllegalArgumentException saying why it has none
     */
    abstract String encode(BsonBinary binary);

    /**
     * The bytes of a text.
     *
     * @throws IllegalArgumentException saying why it has none
     */
    abstract byte[] decode(String text);

    private static byte[] decodeBase64(Base64.Decoder decoder, String text) {
        try {
            return decoder.decode(text);
        } catch (IllegalArgumentException broken) {
            throw new IllegalArgumentException("invalid base64", broken);
        }
    }

    private static boolean isUuid(BsonBinary binary) {
        return binary.getType() == BsonBinarySubType.UUID_STANDARD.getValue() && binary.getData().length == UUID_BYTES;
    }

    /**
     * The format that {@code $convert} is told.
     *
     * @throws io.counterpoint.base.error.CommandException 4341114 and 4341125 for what is none
     */
    static BinaryFormat of(BsonValue value) {
        if (!(value instanceof BsonString name)) {
            throw Arguments.refusal(
                    4341114,
                    "$convert requires that 'format' be a string, found: " + BsonTypes.name(value) + " with value "
                            + ValueText.of(value));
        }
        @Nullable
        BinaryFormat format = switch (name.getValue()) {
            case "auto" -> AUTO;
            case "base64" -> BASE64;
            case "base64url" -> BASE64URL;
            case "hex" -> HEX;
            case "utf8" -> UTF8;
            case "uuid" -> UUID_TEXT;
            default -> null;
        };
        if (format == null) {
            throw Arguments.refusal(4341125, "Invalid 'format' argument for $convert: " + name.getValue());
        }
        return format;
    }
}
