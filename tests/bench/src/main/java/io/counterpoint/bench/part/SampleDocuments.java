package io.counterpoint.bench.part;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.types.ObjectId;

/** Documents as applications have them, the same in every run. */
final class SampleDocuments {
    private SampleDocuments() {}

    /** An order of some 300 bytes. */
    static BsonDocument order(int number) {
        return new BsonDocument("_id", new BsonObjectId(new ObjectId(1_700_000_000, number & 0xFFFFFF)))
                .append("id", new BsonInt64(number))
                .append("customer", new BsonString("customer " + number % 1_000))
                .append("total", new BsonDouble(number * 0.25))
                .append(
                        "address",
                        new BsonDocument("city", new BsonString("Berlin"))
                                .append("zip", new BsonInt32(10_000 + number)))
                .append("tags", new BsonArray(List.of(new BsonString("new"), new BsonString("paid"))))
                .append(
                        "text",
                        new BsonString("a text of some eighty characters, as small documents of applications have"));
    }

    /** The same as a view of its bytes, as it comes from the socket and from the store. */
    static RawDocument rawOrder(int number) {
        return RawDocument.of(BsonBytes.encode(order(number)));
    }
}
