package io.counterpoint.shard.plan;

import io.counterpoint.bson.raw.RawDocument;

/** Records one after another, before the filter has seen them. */
interface RecordSource extends AutoCloseable {
    /** No records at all. */
    RecordSource NOTHING = new RecordSource() {
        @Override
        public boolean next() {
            return false;
        }

        @Override
        public long recordId() {
            throw new IllegalStateException("there are no records");
        }

        @Override
        public RawDocument document() {
            throw new IllegalStateException("there are no records");
        }

        @Override
        public long keysExamined() {
            return 0;
        }

        @Override
        public void close() {
            // Nothing was opened.
        }
    };

    /** Steps to the next record; false at the end. */
    boolean next();

    /** Number of the current record. */
    long recordId();

    /** Document of the current record. */
    RawDocument document();

    /** Index entries looked at so far. */
    long keysExamined();

    @Override
    void close();
}
