package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.isNumber;
import static io.counterpoint.query.expression.Arguments.refusal;
import static io.counterpoint.query.expression.Arguments.typeName;

import io.counterpoint.bson.number.Decimals;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.query.ValueText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.DoubleUnaryOperator;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/**
 * Functions of real numbers: rounding, roots, powers, logarithms, angles. Decimals are rounded and rooted with their 34
 * digits; where a function is transcendental they are computed with the 15 digits of a double, and the result is a
 * decimal again.
 */
final class MathExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            ExpressionOperator.unary("$abs", "absolute value", MathExpressions::abs),
            real("$acos", "inverse cosine, in radians", -1, 1, Math::acos),
            real("$acosh", "inverse hyperbolic cosine", 1, Double.POSITIVE_INFINITY, MathExpressions::acosh),
            real("$asin", "inverse sine, in radians", -1, 1, Math::asin),
            everywhere("$asinh", "inverse hyperbolic sine", MathExpressions::asinh),
            everywhere("$atan", "inverse tangent, in radians", Math::atan),
            ExpressionOperator.function("$atan2", "angle of a point, in radians", 2, 2, MathExpressions::atan2),
            real("$atanh", "inverse hyperbolic tangent", -1, 1, MathExpressions::atanh),
            ExpressionOperator.unary(
                    "$ceil",
                    "least whole number that is not below",
                    argument -> round("$ceil", argument, BsonNull.VALUE, RoundingMode.CEILING)),
            real("$cos", "cosine of an angle in radians", -Double.MAX_VALUE, Double.MAX_VALUE, Math::cos),
            everywhere("$cosh", "hyperbolic cosine", Math::cosh),
            everywhere("$degreesToRadians", "degrees as radians", degrees -> degrees * (Math.PI / 180)),
            everywhere("$exp", "e to a power", Math::exp),
            ExpressionOperator.unary(
                    "$floor",
                    "greatest whole number that is not above",
                    argument -> round("$floor", argument, BsonNull.VALUE, RoundingMode.FLOOR)),
            ExpressionOperator.unary("$ln", "natural logarithm", MathExpressions::ln),
            ExpressionOperator.function("$log", "logarithm to a base", 2, 2, MathExpressions::log),
            ExpressionOperator.unary("$log10", "decimal logarithm", MathExpressions::log10),
            ExpressionOperator.function("$pow", "a number to a power", 2, 2, MathExpressions::pow),
            everywhere("$radiansToDegrees", "radians as degrees", radians -> radians * (180 / Math.PI)),
            ExpressionOperator.function(
                    "$round",
                    "rounded to a decimal place, ties to even",
                    1,
                    2,
                    arguments -> roundAt("$round", arguments, RoundingMode.HALF_EVEN)),
            real("$sin", "sine of an angle in radians", -Double.MAX_VALUE, Double.MAX_VALUE, Math::sin),
            everywhere("$sinh", "hyperbolic sine", Math::sinh),
            ExpressionOperator.unary("$sqrt", "square root", MathExpressions::sqrt),
            real("$tan", "tangent of an angle in radians", -Double.MAX_VALUE, Double.MAX_VALUE, Math::tan),
            everywhere("$tanh", "hyperbolic tangent", Math::tanh),
            ExpressionOperator.function(
                    "$trunc",
                    "cut at a decimal place",
                    1,
                    2,
                    arguments -> roundAt("$trunc", arguments, RoundingMode.DOWN)));

    private MathExpressions() {}

    private static ExpressionOperator everywhere(String name, String help, DoubleUnaryOperator function) {
        return real(name, help, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, function);
    }

    private static ExpressionOperator real(
            String name, String help, double least, double greatest, DoubleUnaryOperator function) {
        return ExpressionOperator.unary(name, help, argument -> {
            if (argument == null || isNullish(argument)) {
                return BsonNull.VALUE;
            }
            double number = Numbers.toDouble(requireNumber(name, argument));
            if (number < least || number > greatest) {
                boolean finiteOnly = greatest == Double.MAX_VALUE;
                throw refusal(
                        50989,
                        "cannot apply " + name + " to " + ValueText.of(argument) + ", value must be in "
                                + (finiteOnly ? "(-inf,inf)" : "[" + bound(least) + "," + bound(greatest) + "]"));
            }
            return like(argument, function.applyAsDouble(number));
        });
    }

    private static String bound(double value) {
        return Double.isInfinite(value) ? (value > 0 ? "inf" : "-inf") : Long.toString((long) value);
    }

    private static BsonValue requireNumber(String operator, @Nullable BsonValue argument) {
        if (argument == null || !Numbers.isNumber(argument)) {
            throw refusal(28765, operator + " only supports numeric types, not " + typeName(argument));
        }
        return argument;
    }

    /** A computed double, as a decimal when the argument was one. */
    private static BsonValue like(BsonValue argument, double result) {
        return argument.isDecimal128() ? new BsonDecimal128(Decimals.fromDouble(result)) : new BsonDouble(result);
    }

    private static double acosh(double x) {
        return Math.log(x + Math.sqrt(x * x - 1));
    }

    private static double asinh(double x) {
        double magnitude = Math.abs(x);
        double result = Math.log(magnitude + Math.sqrt(magnitude * magnitude + 1));
        return Math.copySign(result, x);
    }

    private static double atanh(double x) {
        return 0.5 * (Math.log1p(x) - Math.log1p(-x));
    }

    private static @Nullable BsonValue atan2(@Nullable BsonValue[] arguments) {
        if (isNullish(arguments[0]) || isNullish(arguments[1])) {
            return BsonNull.VALUE;
        }
        if (!isNumber(arguments[0]) || !isNumber(arguments[1])) {
            throw refusal(
                    51044,
                    "$atan2 only supports numeric types, not " + typeName(arguments[0]) + " and "
                            + typeName(arguments[1]));
        }
        double result = Math.atan2(Numbers.toDouble(arguments[0]), Numbers.toDouble(arguments[1]));
        return like(arguments[0].isDecimal128() ? arguments[0] : arguments[1], result);
    }

    private static @Nullable BsonValue abs(@Nullable BsonValue argument) {
        if (isNullish(argument)) {
            return BsonNull.VALUE;
        }
        BsonValue number = requireNumber("$abs", argument);
        return switch (number.getBsonType()) {
            case INT32 -> {
                int value = number.asInt32().getValue();
                yield value == Integer.MIN_VALUE ? new BsonInt64(-(long) value) : new BsonInt32(Math.abs(value));
            }
            case INT64 -> {
                long value = number.asInt64().getValue();
                if (value == Long.MIN_VALUE) {
                    throw refusal(28680, "can't take $abs of long long min");
                }
                yield new BsonInt64(Math.abs(value));
            }
            case DOUBLE -> new BsonDouble(Math.abs(number.asDouble().getValue()));
            default -> {
                Decimal128 value = number.asDecimal128().getValue();
                yield new BsonDecimal128(value.isNegative() ? Decimals.negate(value) : value);
            }
        };
    }

    private static @Nullable BsonValue sqrt(@Nullable BsonValue argument) {
        if (isNullish(argument)) {
            return BsonNull.VALUE;
        }
        BsonValue number = requireNumber("$sqrt", argument);
        if (Numbers.toDouble(number) < 0) {
            throw refusal(28714, "$sqrt's argument must be greater than or equal to 0");
        }
        if (number.isDecimal128() && number.asDecimal128().getValue().isFinite()) {
            BigDecimal exact = Decimals.exact(number.asDecimal128().getValue());
            return new BsonDecimal128(Decimals.nearest(exact.sqrt(MathContext.DECIMAL128)));
        }
        return like(number, Math.sqrt(Numbers.toDouble(number)));
    }

    private static @Nullable BsonValue ln(@Nullable BsonValue argument) {
        if (isNullish(argument)) {
            return BsonNull.VALUE;
        }
        BsonValue number = requireNumber("$ln", argument);
        if (Numbers.toDouble(number) <= 0) {
            throw refusal(28766, "$ln's argument must be a positive number, but is " + ValueText.of(number));
        }
        return like(number, Math.log(Numbers.toDouble(number)));
    }

    private static @Nullable BsonValue log10(@Nullable BsonValue argument) {
        if (isNullish(argument)) {
            return BsonNull.VALUE;
        }
        BsonValue number = requireNumber("$log10", argument);
        if (Numbers.toDouble(number) <= 0) {
            throw refusal(28761, "$log10's argument must be a positive number, but is " + ValueText.of(number));
        }
        return like(number, Math.log10(Numbers.toDouble(number)));
    }

    private static @Nullable BsonValue log(@Nullable BsonValue[] arguments) {
        @Nullable BsonValue number = arguments[0];
        @Nullable BsonValue base = arguments[1];
        if (isNullish(number) || isNullish(base)) {
            return BsonNull.VALUE;
        }
        if (!isNumber(number)) {
            throw refusal(28756, "$log's argument must be numeric, not " + typeName(number));
        }
        if (!isNumber(base)) {
            throw refusal(28757, "$log's base must be numeric, not " + typeName(base));
        }
        double value = Numbers.toDouble(number);
        double baseValue = Numbers.toDouble(base);
        if (!(value > 0) && !Double.isNaN(value)) {
            throw refusal(28758, "$log's argument must be a positive number, but is " + ValueText.of(number));
        }
        if (baseValue <= 0 || baseValue == 1) {
            throw refusal(28759, "$log's base must be a positive number not equal to 1, but is " + ValueText.of(base));
        }
        double result = baseValue == 10 ? Math.log10(value) : Math.log(value) / Math.log(baseValue);
        return like(number.isDecimal128() ? number : base, result);
    }

    private static @Nullable BsonValue pow(@Nullable BsonValue[] arguments) {
        @Nullable BsonValue base = arguments[0];
        @Nullable BsonValue exponent = arguments[1];
        if (isNullish(base) || isNullish(exponent)) {
            return BsonNull.VALUE;
        }
        if (!isNumber(base)) {
            throw refusal(28762, "$pow's base must be numeric, not " + typeName(base));
        }
        if (!isNumber(exponent)) {
            throw refusal(28763, "$pow's exponent must be numeric, not " + typeName(exponent));
        }
        double exponentValue = Numbers.toDouble(exponent);
        if (Numbers.isZero(base) && exponentValue < 0) {
            throw refusal(28764, "$pow cannot take a base of 0 and a negative exponent");
        }
        if (base.isDecimal128() || exponent.isDecimal128()) {
            return new BsonDecimal128(powDecimal(base, exponent));
        }
        if (base.isDouble() || exponent.isDouble()) {
            return new BsonDouble(Math.pow(Numbers.toDouble(base), exponentValue));
        }
        return powInteger(base, exponent);
    }

    private static Decimal128 powDecimal(BsonValue base, BsonValue exponent) {
        Decimal128 decimal = Numbers.toDecimal(base);
        OptionalLong whole = Numbers.asExactLong(exponent);
        // BigDecimal bounds the exponents it takes; what is beyond overflows or vanishes for all but bases next to 1.
        if (decimal.isFinite() && whole.isPresent() && Math.abs(whole.getAsLong()) <= 999_999_999) {
            BigDecimal exact = Decimals.exact(decimal);
            try {
                return Decimals.nearest(exact.pow((int) whole.getAsLong(), MathContext.DECIMAL128));
            } catch (ArithmeticException e) {
                return Decimals.fromDouble(Math.pow(exact.doubleValue(), (double) whole.getAsLong()));
            }
        }
        return Decimals.fromDouble(Math.pow(Numbers.toDouble(base), Numbers.toDouble(exponent)));
    }

    /** Integers give an integer where the result is one that fits, else a double. */
    private static BsonValue powInteger(BsonValue base, BsonValue exponent) {
        long baseValue = Numbers.asExactLong(base).getAsLong();
        long exponentValue = Numbers.asExactLong(exponent).getAsLong();
        if (exponentValue < 0 && Math.abs(baseValue) != 1) {
            return new BsonDouble(Math.pow((double) baseValue, (double) exponentValue));
        }
        boolean trivial = Math.abs(baseValue) <= 1;
        if (!trivial && exponentValue > 63) {
            return new BsonDouble(Math.pow((double) baseValue, (double) exponentValue));
        }
        int power = trivial ? (exponentValue == 0 ? 0 : exponentValue % 2 == 0 ? 2 : 1) : (int) exponentValue;
        BigInteger result = BigInteger.valueOf(baseValue).pow(power);
        if (result.bitLength() > 63) {
            return new BsonDouble(Math.pow((double) baseValue, (double) exponentValue));
        }
        boolean isLong = base.isInt64() || exponent.isInt64() || result.bitLength() > 31;
        return isLong ? new BsonInt64(result.longValue()) : new BsonInt32(result.intValue());
    }

    private static @Nullable BsonValue roundAt(String operator, @Nullable BsonValue[] arguments, RoundingMode mode) {
        return round(operator, arguments[0], arguments.length == 2 ? arguments[1] : new BsonInt32(0), mode);
    }

    /**
     * Rounds at a decimal place.
     *
     * @param place digits behind the point, negative for those before it; null value for none given
     */
    private static @Nullable BsonValue round(
            String operator, @Nullable BsonValue argument, @Nullable BsonValue place, RoundingMode mode) {
        boolean fixed = operator.equals("$ceil") || operator.equals("$floor");
        if (argument == null || isNullish(argument) || (!fixed && isNullish(place))) {
            return BsonNull.VALUE;
        }
        if (!isNumber(argument)) {
            throw refusal(fixed ? 28765 : 51081, operator + " only supports numeric types, not " + typeName(argument));
        }
        int digits = fixed ? 0 : requirePlace(operator, place);
        return switch (argument.getBsonType()) {
            case INT32, INT64 -> roundInteger(argument, digits, mode);
            case DOUBLE -> new BsonDouble(roundDouble(argument.asDouble().getValue(), digits, mode));
            default -> {
                Decimal128 value = argument.asDecimal128().getValue();
                yield value.isFinite()
                        ? new BsonDecimal128(
                                Decimals.nearest(Decimals.exact(value).setScale(digits, mode)))
                        : argument;
            }
        };
    }

    private static int requirePlace(String operator, @Nullable BsonValue place) {
        if (place == null || !isNumber(place)) {
            throw refusal(51082, "precision argument to  " + operator + " must be a integral value");
        }
        int digits = Arguments.asInt(place)
                .orElseThrow(() -> refusal(51082, "precision argument to  " + operator + " must be a integral value"));
        if (digits < -20 || digits > 100) {
            throw refusal(
                    51083,
                    "cannot apply " + operator + " with precision value " + digits + " value must be in [-20, 100]");
        }
        return digits;
    }

    private static BsonValue roundInteger(BsonValue number, int digits, RoundingMode mode) {
        if (digits >= 0) {
            return number;
        }
        BigDecimal exact = BigDecimal.valueOf(number.asNumber().longValue()).setScale(digits, mode);
        BigInteger rounded = exact.toBigInteger();
        if (rounded.bitLength() > 63) {
            throw refusal(
                    51080,
                    "invalid conversion from Decimal128 result in $round resulting from arguments: ["
                            + ValueText.of(number) + ", " + digits + "]");
        }
        return number.isInt32() && rounded.bitLength() <= 31
                ? new BsonInt32(rounded.intValue())
                : new BsonInt64(rounded.longValue());
    }

    private static double roundDouble(double value, int digits, RoundingMode mode) {
        if (Double.isNaN(value) || Double.isInfinite(value) || value == 0) {
            return value;
        }
        // Whole places need no decimal digits, and keep the sign of zero.
        if (digits == 0) {
            return switch (mode) {
                case CEILING -> Math.ceil(value);
                case FLOOR -> Math.floor(value);
                case HALF_EVEN -> Math.rint(value);
                default -> value < 0 ? Math.ceil(value) : Math.floor(value);
            };
        }
        return new BigDecimal(Double.toString(value)).setScale(digits, mode).doubleValue();
    }
}
