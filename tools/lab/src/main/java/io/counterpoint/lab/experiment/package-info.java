/**
 * What is to be tried: {@link io.counterpoint.lab.experiment.Experiment} says all of it,
 * {@link io.counterpoint.lab.experiment.Scenarios} lists the ready ones, which are YAML files of the same form as a
 * user's.
 */
@NullMarked
package io.counterpoint.lab.experiment;

import org.jspecify.annotations.NullMarked;
