package io.counterpoint.spec;

import com.mongodb.ReadConcern;
import com.mongodb.ReadConcernLevel;
import com.mongodb.ReadPreference;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import com.mongodb.client.model.Collation;
import com.mongodb.client.model.CollationStrength;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Options of the driver from the documents of a test. */
final class Concerns {
    private Concerns() {}

    /** A read concern, empty for the server's default. */
    static ReadConcern read(BsonValue value) {
        BsonValue level = value.asDocument().get("level");
        return level == null
                ? ReadConcern.DEFAULT
                : new ReadConcern(ReadConcernLevel.fromString(level.asString().getValue()));
    }

    /** A write concern, empty for the server's default. */
    static WriteConcern write(BsonValue value) {
        WriteConcern concern = WriteConcern.ACKNOWLEDGED;
        BsonDocument document = value.asDocument();
        BsonValue w = document.get("w");
        if (w != null) {
            concern = w.isString()
                    ? new WriteConcern(w.asString().getValue())
                    : new WriteConcern(w.asNumber().intValue());
        }
        BsonValue journal = document.get("journal");
        if (journal != null) {
            concern = concern.withJournal(journal.asBoolean().getValue());
        }
        BsonValue timeout = document.get("wtimeoutMS");
        if (timeout != null) {
            concern = concern.withWTimeout(timeout.asNumber().longValue(), TimeUnit.MILLISECONDS);
        }
        return concern;
    }

    /** A read preference by its mode. */
    static ReadPreference preference(BsonValue value) {
        Arguments arguments = new Arguments(value.asDocument());
        String mode = arguments.text("mode");
        arguments.requireAllRead();
        return ReadPreference.valueOf(mode);
    }

    /** What a transaction may say, from arguments that may say more. */
    static TransactionOptions transaction(Arguments arguments) {
        TransactionOptions.Builder options = TransactionOptions.builder();
        arguments
                .with("readConcern", value -> options.readConcern(read(value)))
                .with("writeConcern", value -> options.writeConcern(write(value)))
                .with("readPreference", value -> options.readPreference(preference(value)))
                .with(
                        "maxCommitTimeMS",
                        value -> options.maxCommitTime(value.asNumber().longValue(), TimeUnit.MILLISECONDS));
        return options.build();
    }

    /** A collation by locale and strength. */
    static Collation collation(BsonValue value) {
        Arguments arguments = new Arguments(value.asDocument());
        Collation.Builder collation = Collation.builder().locale(arguments.text("locale"));
        arguments.with(
                "strength",
                strength -> collation.collationStrength(
                        CollationStrength.fromInt(strength.asNumber().intValue())));
        arguments.requireAllRead();
        return collation.build();
    }
}
