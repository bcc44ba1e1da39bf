/**
 * The metric registry of one process. Metrics are registered beside what they measure;
 * {@link io.counterpoint.base.metric.Metrics} only holds the registry and the rules of their names.
 */
@NullMarked
package io.counterpoint.base.metric;

import org.jspecify.annotations.NullMarked;
