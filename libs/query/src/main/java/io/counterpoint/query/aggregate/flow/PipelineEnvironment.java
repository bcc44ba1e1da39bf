package io.counterpoint.query.aggregate.flow;

import io.counterpoint.query.QueryContext;
import io.counterpoint.query.collation.Collation;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The port through which stages reach outside of their input: other collections, statistics, targets of writes.
 * Implemented by shard and router. Methods may block; they are called by the thread that pulls from the pipeline.
 * Refusals are {@code CommandException}s and end the pipeline.
 */
public interface PipelineEnvironment {
    /**
     * Runs a pipeline over another collection, for {@code $lookup}, {@code $graphLookup} and {@code $unionWith}. A
     * collection that does not exist is empty.
     *
     * @param pipeline stages, already checked
     * @param query the variables that the pipeline's expressions may read
     */
    DocumentIterator aggregate(String database, String collection, List<BsonDocument> pipeline, QueryContext query);

    /** {@code $collStats}: one document for each shard asked, with the parts named in {@code options}. */
    DocumentIterator collStats(String database, String collection, BsonDocument options);

    /** {@code $indexStats}: one document for each index (and shard asked). */
    DocumentIterator indexStats(String database, String collection);

    /** {@code $currentOp} with its options. */
    DocumentIterator currentOp(BsonDocument options);

    /** {@code $listLocalSessions} with its options: the sessions this process knows. */
    DocumentIterator listLocalSessions(BsonDocument options);

    /**
     * {@code $out}: begins to replace a collection as a whole. Nothing is visible before
     * {@link CollectionReplacement#commit}.
     */
    CollectionReplacement replaceCollection(String database, String collection);

    /** {@code $merge} with {@code whenMatched: "fail"}: inserts documents; a duplicate key fails with DuplicateKey. */
    void insert(String database, String collection, List<BsonDocument> documents);

    /**
     * {@code $merge} otherwise: updates, each of at most one document, in their order.
     *
     * @param collation of the statements' filters and updates
     * @return how many statements found a document or inserted one
     */
    int update(String database, String collection, List<MergeStatement> statements, Collation collation);

    /** A new value for a missing {@code _id}. */
    BsonValue newId();

    /**
     * The fields that {@code $merge} joins on when it names none: {@code _id}, and the shard key of a sharded target.
     */
    List<String> mergeFields(String database, String collection);

    /**
     * Whether a unique index over exactly these fields, in any order, and of this collation exists in the target of
     * {@code $merge}.
     */
    boolean isUnique(String database, String collection, List<String> fields, Collation collation);
}
