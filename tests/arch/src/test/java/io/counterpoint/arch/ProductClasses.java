package io.counterpoint.arch;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/** Leaves out test classes and what only tests use. */
final class ProductClasses implements ImportOption {
    @Override
    public boolean includes(Location location) {
        return !location.contains("/test-classes/") && !location.contains("testkit");
    }
}
