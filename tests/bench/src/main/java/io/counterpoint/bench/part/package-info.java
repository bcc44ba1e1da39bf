/**
 * JMH benchmarks of the parts on the path of a request: {@link io.counterpoint.bench.part.MessageDecodeBenchmark},
 * {@link io.counterpoint.bench.part.KeyEncodingBenchmark}, {@link io.counterpoint.bench.part.FilterMatchBenchmark} and
 * {@link io.counterpoint.bench.part.WriteLoopBenchmark}. Started by {@code tests/bench/run parts}.
 */
@NullMarked
package io.counterpoint.bench.part;

import org.jspecify.annotations.NullMarked;
