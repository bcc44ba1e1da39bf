/** Random BSON. Entry class {@link io.counterpoint.testkit.value.BsonValues}. */
@NullMarked
package io.counterpoint.testkit.value;

import org.jspecify.annotations.NullMarked;
