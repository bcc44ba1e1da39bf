/**
 * What is measured in a history, one class per metric with its formula; {@link io.counterpoint.lab.metric.Metrics}
 * lists them. All are pure functions.
 */
@NullMarked
package io.counterpoint.lab.metric;

import org.jspecify.annotations.NullMarked;
