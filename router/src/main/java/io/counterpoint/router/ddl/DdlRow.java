package io.counterpoint.router.ddl;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code config.ddlOperations}: a target is locked while it is there.
 *
 * <pre>
 * first target   {_id, operation: ObjectId, kind, token, owner, life, leaseUntil, phase, intent, prepared, others: [targets]}
 * other targets  {_id, operation: ObjectId, kind, first}
 * </pre>
 *
 * <p>Whoever holds the first row holds them all: it is inserted first and deleted last.
 *
 * @param target a namespace or a database
 * @param operation identity of the change, the same in all of its rows
 * @param kind name of its {@link DdlKind}
 * @param first the target whose row has everything else; the row's own target in that row
 * @param lease who works on it and until when; null in the rows of other targets
 * @param phase how far it has come
 * @param intent what is to be done; empty while checking
 * @param prepared what the preparation gave; empty before the decision
 * @param others the other targets
 */
record DdlRow(
        String target,
        ObjectId operation,
        String kind,
        String first,
        @Nullable Lease lease,
        DdlPhase phase,
        BsonDocument intent,
        BsonDocument prepared,
        List<String> others) {

    /**
     * The right to work on a change.
     *
     * @param token drawn anew by each router that takes it up: every write to the row names it
     * @param owner address of the router
     * @param life drawn by the router at its start: an owner of the same address and another life is dead
     * @param untilMillis when others may take it up
     */
    record Lease(ObjectId token, String owner, ObjectId life, long untilMillis) {
        void appendTo(BsonDocument row) {
            row.append("token", new BsonObjectId(token))
                    .append("owner", new BsonString(owner))
                    .append("life", new BsonObjectId(life))
                    .append("leaseUntil", new BsonDateTime(untilMillis));
        }
    }

    /** The row of the first target at the start of a change. */
    static DdlRow first(String target, ObjectId operation, String kind, Lease lease, List<String> others) {
        return new DdlRow(
                target,
                operation,
                kind,
                target,
                lease,
                DdlPhase.CHECKING,
                new BsonDocument(),
                new BsonDocument(),
                List.copyOf(others));
    }

    /** The row of another target. */
    DdlRow other(String otherTarget) {
        return new DdlRow(
                otherTarget,
                operation,
                kind,
                target,
                null,
                DdlPhase.CHECKING,
                new BsonDocument(),
                new BsonDocument(),
                List.of());
    }

    static DdlRow parse(BsonDocument row) {
        String target = row.getString("_id").getValue();
        ObjectId operation = row.getObjectId("operation").getValue();
        String kind = row.getString("kind").getValue();
        if (row.containsKey("first")) {
            return new DdlRow(
                    target,
                    operation,
                    kind,
                    row.getString("first").getValue(),
                    null,
                    DdlPhase.CHECKING,
                    new BsonDocument(),
                    new BsonDocument(),
                    List.of());
        }
        Lease lease = new Lease(
                row.getObjectId("token").getValue(),
                row.getString("owner").getValue(),
                row.getObjectId("life").getValue(),
                row.getDateTime("leaseUntil").getValue());
        return new DdlRow(
                target,
                operation,
                kind,
                target,
                lease,
                DdlPhase.of(row.getString("phase").getValue()),
                row.getDocument("intent"),
                row.getDocument("prepared"),
                row.getArray("others").stream()
                        .map(other -> other.asString().getValue())
                        .toList());
    }

    BsonDocument toBson() {
        BsonDocument row = new BsonDocument("_id", new BsonString(target))
                .append("operation", new BsonObjectId(operation))
                .append("kind", new BsonString(kind));
        if (lease == null) {
            return row.append("first", new BsonString(first));
        }
        lease.appendTo(row);
        BsonArray names = new BsonArray();
        others.forEach(other -> names.add(new BsonString(other)));
        return row.append("phase", new BsonString(phase.word()))
                .append("intent", intent)
                .append("prepared", prepared)
                .append("others", names);
    }
}
