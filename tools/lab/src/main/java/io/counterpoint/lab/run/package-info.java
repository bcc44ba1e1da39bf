/** Running an experiment: clients, faults, samples of the counters, and the audit of what is stored afterwards. */
@NullMarked
package io.counterpoint.lab.run;

import org.jspecify.annotations.NullMarked;
