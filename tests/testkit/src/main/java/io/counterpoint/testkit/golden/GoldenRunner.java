package io.counterpoint.testkit.golden;

import org.bson.BsonDocument;
import org.bson.BsonValue;

/** What is tested by golden files: a function of a case's input fields. */
@FunctionalInterface
public interface GoldenRunner {
    /**
     * Runs one case.
     *
     * @param input the case, of which {@code name}, {@code result} and {@code error} are none of the runner's business
     * @return what the case's {@code result} is compared with, types and order of fields included
     * @throws io.counterpoint.base.error.CommandException what the case's {@code error} is compared with
     */
    BsonValue run(BsonDocument input);
}
