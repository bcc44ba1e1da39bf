package io.counterpoint.cli.version;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
public final class ProductVersion implements IVersionProvider {
    private static final String UNPACKAGED = "development";

    @Override
    public String[] getVersion() {
        return new String[] {"counterpoint " + number()};
    }

    /** The version number, or {@code development} when the classes do not come from a jar. */
    public static String number() {
        return Objects.requireNonNullElse(ProductVersion.class.getPackage().getImplementationVersion(), UNPACKAGED);
    }
}
