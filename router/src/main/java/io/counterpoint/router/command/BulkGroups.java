package io.counterpoint.router.command;

import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.router.write.WriteKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Cuts the operations of {@code bulkWrite} into groups of one kind on one collection. */
final class BulkGroups {
    private BulkGroups() {}

    private record GroupKey(WriteKind kind, Namespace namespace) {
        static GroupKey of(BulkOperation operation) {
            return new GroupKey(operation.kind(), operation.namespace());
        }
    }

    /** Neighbours that are alike, for an ordered command. */
    static List<List<BulkOperation>> neighbours(List<BulkOperation> operations, boolean errorsOnly) {
        List<List<BulkOperation>> groups = new ArrayList<>();
        GroupKey last = null;
        for (BulkOperation operation : operations) {
            GroupKey key = GroupKey.of(operation);
            if (standsAlone(operation, errorsOnly) || !key.equals(last)) {
                groups.add(new ArrayList<>());
            }
            groups.get(groups.size() - 1).add(operation);
            last = standsAlone(operation, errorsOnly) ? null : key;
        }
        return groups;
    }

    /** All that are alike, for an unordered command. */
    static List<List<BulkOperation>> alike(List<BulkOperation> operations, boolean errorsOnly) {
        List<List<BulkOperation>> groups = new ArrayList<>();
        Map<GroupKey, List<BulkOperation>> open = new LinkedHashMap<>();
        for (BulkOperation operation : operations) {
            if (standsAlone(operation, errorsOnly)) {
                groups.add(List.of(operation));
            } else {
                open.computeIfAbsent(GroupKey.of(operation), first -> new ArrayList<>())
                        .add(operation);
            }
        }
        groups.addAll(open.values());
        return groups;
    }

    /** An insert stores one document or fails; of the others a batch tells only how many all of them found. */
    private static boolean standsAlone(BulkOperation operation, boolean errorsOnly) {
        return !errorsOnly && operation.kind() != WriteKind.INSERT;
    }
}
