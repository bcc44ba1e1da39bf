package io.counterpoint.e2e.application.shop;

import static org.springframework.data.mongodb.core.FindAndModifyOptions.options;
import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import org.bson.Document;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Update;

/** The sequence that applications make for themselves: a document that is increased and given back in one step. */
final class Receipts {
    private final MongoTemplate template;

    Receipts(MongoTemplate template) {
        this.template = template;
    }

    /** The next number, from 1. */
    int next() {
        Document row = template.findAndModify(
                query(where("_id").is("receipts")),
                new Update().inc("last", 1),
                options().upsert(true).returnNew(true),
                Document.class,
                "sequences");
        if (row == null) {
            throw new IllegalStateException("an upsert that gives the new document gave none");
        }
        return row.getInteger("last");
    }
}
