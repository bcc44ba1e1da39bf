package io.counterpoint.spec;

import com.mongodb.client.MongoClient;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Whether a case applies to the cluster: its {@code runOnRequirements}, and what its content needs. */
final class Requirements {
    private static final int SCHEMA_MAJOR = 1;

    private final MongoClient client;
    private final List<Integer> version;

    /** What a cluster says of itself. */
    Requirements(MongoClient client) {
        this.client = client;
        version = version(client.getDatabase("admin")
                .runCommand(new BsonDocument("buildInfo", new BsonInt32(1)), BsonDocument.class)
                .getString("version")
                .getValue());
    }

    /** Throws {@link NotRunnable} unless the file and the test can run. */
    void check(BsonDocument file, BsonDocument test) {
        String schema = file.getString("schemaVersion").getValue();
        if (version(schema).get(0) != SCHEMA_MAJOR) {
            throw new NotRunnable("schema version " + schema);
        }
        BsonValue skipped = test.get("skipReason");
        if (skipped != null) {
            throw new NotRunnable(skipped.asString().getValue());
        }
        checkAny(file);
        checkAny(test);
    }

    private void checkAny(BsonDocument of) {
        BsonArray alternatives = of.getArray("runOnRequirements", new BsonArray());
        if (!alternatives.isEmpty() && alternatives.stream().noneMatch(one -> met(one.asDocument()))) {
            throw new NotRunnable("requirements are not met: " + alternatives);
        }
    }

    private boolean met(BsonDocument requirement) {
        return requirement.entrySet().stream().allMatch(entry -> met(entry.getKey(), entry.getValue()));
    }

    private boolean met(String name, BsonValue value) {
        return switch (name) {
            case "minServerVersion" -> compare(version, version(value.asString().getValue())) >= 0;
            case "maxServerVersion" -> compare(version, version(value.asString().getValue())) <= 0;
            case "topologies" -> value.asArray().contains(new BsonString("sharded"));
            case "serverless" -> !value.asString().getValue().equals("require");
            case "auth", "csfle" -> value.isBoolean() && !value.asBoolean().getValue();
            case "serverParameters" ->
                value.asDocument().entrySet().stream()
                        .allMatch(entry -> entry.getValue().equals(parameter(entry.getKey())));
            default -> false;
        };
    }

    private BsonValue parameter(String name) {
        try {
            return client.getDatabase("admin")
                    .runCommand(
                            new BsonDocument("getParameter", new BsonInt32(1)).append(name, new BsonInt32(1)),
                            BsonDocument.class)
                    .get(name, org.bson.BsonNull.VALUE);
        } catch (com.mongodb.MongoCommandException noSuchParameter) {
            return org.bson.BsonNull.VALUE;
        }
    }

    private static List<Integer> version(String text) {
        return java.util.Arrays.stream(text.split("[.-]", -1))
                .filter(part -> part.chars().allMatch(Character::isDigit))
                .map(Integer::valueOf)
                .toList();
    }

    /** Compares the numbers that both have: {@code 7.0} as an upper bound includes {@code 7.0.5}. */
    private static int compare(List<Integer> left, List<Integer> right) {
        for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
            int order = left.get(i).compareTo(right.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
