package io.counterpoint.e2e.container;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

/** Skips a class where there is no Docker, or where nobody asked for containers. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf(
        value = "io.counterpoint.e2e.container.DockerCommands#areWanted",
        disabledReason = "needs Docker with compose, and -De2e.containers=true")
@interface NeedsDocker {}
