package io.counterpoint.lab.history;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What the client was told. The words are Jepsen's. */
public enum Outcome {
    /** The write was acknowledged. */
    @JsonProperty("ok")
    OK,
    /** The write was refused for good: nothing may be stored. */
    @JsonProperty("fail")
    FAIL,
    /** No answer, or one that leaves open whether the write happened. */
    @JsonProperty("info")
    INFO
}
