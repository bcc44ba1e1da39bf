package io.counterpoint.lab.experiment;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How clients store documents. */
public enum Operation {
    /** One document a command. */
    @JsonProperty("insert")
    INSERT,
    /** {@code batch} documents a command, ordered. */
    @JsonProperty("bulk")
    BULK,
    /** An update with upsert for each document, and {@code matching} more that match it and must number nothing. */
    @JsonProperty("upsert")
    UPSERT
}
