package io.counterpoint.arch;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which module uses which, and that the packages inside a module form no circle. */
@AnalyzeClasses(packages = "io.counterpoint", importOptions = ProductClasses.class)
final class ModuleLayersTest {
    /**
     * Own modules that a module may use. Router and shard never see each other: what they share is in cluster, proto
     * and sequence.
     */
    private static final Map<String, List<String>> USES = new TreeMap<>(Map.ofEntries(
            Map.entry("base", List.of()),
            Map.entry("bson", List.of("base")),
            Map.entry("query", List.of("base", "bson")),
            Map.entry("cluster", List.of("base", "bson")),
            Map.entry("sequence", List.of("base", "bson")),
            Map.entry("wire", List.of("base", "bson")),
            Map.entry("proto", List.of()),
            Map.entry("shard", List.of("base", "bson", "query", "cluster", "sequence", "wire", "proto")),
            Map.entry("router", List.of("base", "bson", "query", "cluster", "sequence", "wire", "proto")),
            Map.entry("lab", List.of()),
            Map.entry("sqldump", List.of()),
            Map.entry("restore", List.of("sqldump")),
            Map.entry("cli", List.of("base", "lab", "router", "shard", "wire", "restore", "sqldump")),
            Map.entry("testcontainers", List.of())));

    @ArchTest
    static void modulesUseOnlyWhatTheyMay(JavaClasses classes) {
        LayeredArchitecture layers =
                layeredArchitecture().consideringOnlyDependenciesInLayers().withOptionalLayers(true);
        for (String module : USES.keySet()) {
            layers = layers.layer(module).definedBy(packageOf(module));
        }
        for (Map.Entry<String, List<String>> module : USES.entrySet()) {
            layers = module.getValue().isEmpty()
                    ? layers.whereLayer(module.getKey()).mayNotAccessAnyLayer()
                    : layers.whereLayer(module.getKey())
                            .mayOnlyAccessLayers(module.getValue().toArray(String[]::new));
        }
        layers.check(classes);
    }

    @ArchTest
    static void packagesFormNoCircle(JavaClasses classes) {
        for (String module : USES.keySet()) {
            assertThat(PackageGraph.of(classes, "io.counterpoint." + module).circle())
                    .as("packages of %s that use each other in a circle", module)
                    .isEmpty();
        }
    }

    private static String packageOf(String module) {
        return "io.counterpoint." + module + "..";
    }
}
