/** The cluster that an experiment runs on, as the laboratory sees it. */
@NullMarked
package io.counterpoint.lab.cluster;

import org.jspecify.annotations.NullMarked;
