package io.counterpoint.arch;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;

/**
 * Where storage, network, clock, chance and threads may be touched: so that a whole cluster can run on one thread, from
 * one seed.
 */
@AnalyzeClasses(packages = "io.counterpoint", importOptions = ProductClasses.class)
final class OutsideWorldTest {
    private static final String[] ASSEMBLY = {"io.counterpoint.base..", "io.counterpoint.cli..", "io.counterpoint.lab.."
    };

    /** Methods that read the JVM's clock, its randomness, or make threads, as Class.method. */
    private static final Set<String> AMBIENT_CALLS = Set.of(
            "java.lang.System.currentTimeMillis",
            "java.lang.System.nanoTime",
            "java.lang.Math.random",
            "java.lang.Thread.sleep",
            "java.lang.Thread.<init>",
            "java.time.Instant.now",
            "java.time.LocalDate.now",
            "java.time.LocalDateTime.now",
            "java.time.OffsetDateTime.now",
            "java.time.ZonedDateTime.now",
            "java.time.Clock.systemUTC",
            "java.time.Clock.systemDefaultZone",
            "java.util.Date.<init>",
            "java.util.Random.<init>",
            "java.util.SplittableRandom.<init>",
            "java.util.Timer.<init>",
            "java.util.UUID.randomUUID",
            "java.util.concurrent.ForkJoinPool.commonPool",
            "java.util.concurrent.ThreadLocalRandom.current",
            "java.security.SecureRandom.<init>",
            "org.bson.types.ObjectId.<init>",
            "org.bson.types.ObjectId.get");

    @ArchTest
    static final ArchRule ROCKSDB_IS_BEHIND_THE_STORE = noClasses()
            .that()
            .resideOutsideOfPackage("io.counterpoint.shard.storage..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.rocksdb..")
            .because("Store is the only way to storage");

    @ArchTest
    static final ArchRule NETTY_IS_IN_WIRE = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.counterpoint.wire..", "io.counterpoint.shard.rpc..", "io.counterpoint.router.rpc..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.netty..")
            .because("the wire server is the only user of Netty, beside the builders of gRPC's transport");

    @ArchTest
    static final ArchRule HTTP_IS_IN_CLI = noClasses()
            .that()
            .resideOutsideOfPackage("io.counterpoint.cli.http..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.javalin..", "org.eclipse.jetty..")
            .because("router and shard need no HTTP library");

    @ArchTest
    static final ArchRule CLOCK_CHANCE_AND_THREADS_COME_FROM_OUTSIDE = noClasses()
            .that()
            .resideOutsideOfPackages(ASSEMBLY)
            .should()
            .callCodeUnitWhere(ambient())
            .because("clock, chance and threads come in through io.counterpoint.base");

    @ArchTest
    static final ArchRule EXECUTORS_COME_FROM_OUTSIDE = noClasses()
            .that()
            .resideOutsideOfPackages(ASSEMBLY)
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.concurrent.Executors");

    @ArchTest
    static final ArchRule QUERY_IS_PURE = noClasses()
            .that()
            .resideInAnyPackage("io.counterpoint.query..", "io.counterpoint.cluster..", "io.counterpoint.sequence..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "java.net..", "java.nio.file..", "java.nio.channels..", "org.slf4j..", "java.util.logging..")
            .because("the engine is a function of its input");

    @ArchTest
    static final ArchRule QUERY_READS_NO_STREAMS = noClasses()
            .that()
            .resideInAnyPackage("io.counterpoint.query..", "io.counterpoint.cluster..", "io.counterpoint.sequence..")
            .should()
            .dependOnClassesThat(describe(
                    "are files or streams",
                    type -> type.getPackageName().equals("java.io")
                            && !type.getSimpleName().equals("Serializable")
                            && !type.getSimpleName().equals("UncheckedIOException")))
            .because("the engine is a function of its input");

    @ArchTest
    static final ArchRule PACKAGES_HAVE_A_SUBJECT = noClasses()
            .should()
            .resideInAnyPackage(
                    "..util..", "..utils..", "..common..", "..helper..", "..helpers..", "..manager..", "..impl..")
            .because("a package is named after what it is about");

    private static DescribedPredicate<JavaCall<?>> ambient() {
        return describe("read the JVM's clock or randomness or make threads", call -> {
            CodeUnitCallTarget target = call.getTarget();
            return AMBIENT_CALLS.contains(target.getOwner().getFullName() + "." + target.getName())
                    && !isPlainConversion(target);
        });
    }

    /**
     * {@code new Date(long)} and {@code new ObjectId(bytes)} convert what they are given; without arguments they read
     * the clock.
     */
    private static boolean isPlainConversion(CodeUnitCallTarget target) {
        boolean converts = target.getOwner().isEquivalentTo(java.util.Date.class)
                || target.getOwner().getFullName().equals("org.bson.types.ObjectId");
        return converts && !target.getRawParameterTypes().isEmpty();
    }
}
