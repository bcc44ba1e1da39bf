package io.counterpoint.shard.plan;

import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.shard.storage.StoreView;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The records that several index scans lead to, one scan after another, each record once. */
final class UnionSource implements RecordSource {
    private final StoreView view;
    private final int collectionId;
    private final List<Access.IndexScan> scans;
    private final Set<Long> seen = new HashSet<>();
    private int position = -1;
    private @Nullable IndexSource current;
    private long closedKeysExamined;

    UnionSource(StoreView view, int collectionId, Access.Union union) {
        this.view = view;
        this.collectionId = collectionId;
        this.scans = union.scans();
    }

    @Override
    public boolean next() {
        while (true) {
            if (current != null && current.next()) {
                return true;
            }
            closeCurrent();
            if (++position >= scans.size()) {
                return false;
            }
            current = IndexSource.sharing(view, collectionId, scans.get(position), seen);
        }
    }

    private IndexSource current() {
        IndexSource source = current;
        if (source == null) {
            throw new IllegalStateException("the source is not on a record");
        }
        return source;
    }

    @Override
    public long recordId() {
        return current().recordId();
    }

    @Override
    public RawDocument document() {
        return current().document();
    }

    @Override
    public long keysExamined() {
        return closedKeysExamined + (current == null ? 0 : current.keysExamined());
    }

    private void closeCurrent() {
        if (current != null) {
            closedKeysExamined += current.keysExamined();
            current.close();
            current = null;
        }
    }

    @Override
    public void close() {
        closeCurrent();
        position = scans.size();
    }
}
