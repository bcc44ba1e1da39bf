/**
 * Stand-ins for what a process takes from outside: {@link io.counterpoint.testkit.fake.FakeClock} and
 * {@link io.counterpoint.testkit.fake.FakeTimers} move only when told, and
 * {@link io.counterpoint.testkit.fake.FakeEnvironment} puts a whole environment together.
 */
@NullMarked
package io.counterpoint.testkit.fake;

import org.jspecify.annotations.NullMarked;
