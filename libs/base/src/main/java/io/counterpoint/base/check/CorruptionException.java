package io.counterpoint.base.check;

/**
 * Stored bytes that cannot have been written by this program. The shard that meets it stops serving: no answer is given
 * from doubtful data.
 */
public final class CorruptionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Names the place.
     *
     * @param place column family and key, readable
     * @param what what is wrong there
     */
    public CorruptionException(String place, String what) {
        super("corrupt data at " + place + ": " + what);
    }
}
