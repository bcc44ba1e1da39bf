/**
 * A cluster in a container for tests: {@link io.counterpoint.testcontainers.CounterpointContainer}. Needs
 * Testcontainers and Docker, and nothing of the product but its image.
 */
@NullMarked
package io.counterpoint.testcontainers;

import org.jspecify.annotations.NullMarked;
