package io.counterpoint.shard.storage;

import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * Merges the entries of a view with the changes above it, as both were at one moment; a change hides the entry of the
 * same key.
 */
final class OverlayCursor implements StoreCursor {
    private final StoreCursor below;
    private final NavigableMap<byte[], OverlayTable.Slot> changes;

    /** Changes at or after this position in the log are not seen. */
    private final int end;

    private final byte[] lower;
    private final byte[] upper;
    private final boolean reverse;

    /** Key of the entry below that is next to be merged; null when it must be fetched or there is none. */
    private byte @Nullable [] belowKey;

    private boolean belowEnded;

    /** Slot that is next to be merged; null when it must be fetched or there is none. */
    private OverlayTable.@Nullable Slot aboveSlot;

    private boolean aboveEnded;

    /** Where the search for the next slot starts. */
    private byte[] abovePosition;

    private boolean abovePositionInclusive;

    private byte @Nullable [] key;

    /** Value of the current entry; null when it is the one below. */
    private byte @Nullable [] value;

    OverlayCursor(
            StoreCursor below,
            NavigableMap<byte[], OverlayTable.Slot> changes,
            int end,
            byte[] lower,
            byte[] upper,
            boolean reverse) {
        this.below = below;
        this.changes = changes;
        this.end = end;
        this.lower = lower;
        this.upper = upper;
        this.reverse = reverse;
        this.abovePosition = reverse ? upper : lower;
        this.abovePositionInclusive = !reverse;
    }

    @Override
    public boolean next() {
        while (true) {
            if (belowKey == null && !belowEnded) {
                if (below.next()) {
                    belowKey = below.key();
                } else {
                    belowEnded = true;
                }
            }
            if (aboveSlot == null && !aboveEnded) {
                aboveSlot = fetchSlot();
                aboveEnded = aboveSlot == null;
            }
            OverlayTable.Slot slot = aboveSlot;
            byte[] candidate = belowKey;
            if (slot == null) {
                key = candidate;
                value = null;
                belowKey = null;
                return candidate != null;
            }
            int order = candidate == null ? -1 : KeyBytes.compare(slot.key, candidate) * (reverse ? -1 : 1);
            if (order > 0) {
                key = candidate;
                value = null;
                belowKey = null;
                return true;
            }
            if (order == 0) {
                belowKey = null;
            }
            aboveSlot = null;
            OverlayView.Change change = visible(slot);
            if (change != null && change.value != null) {
                key = slot.key;
                value = change.value;
                return true;
            }
        }
    }

    private OverlayTable.@Nullable Slot fetchSlot() {
        while (true) {
            Map.Entry<byte[], OverlayTable.Slot> entry;
            if (reverse) {
                entry = abovePositionInclusive ? changes.floorEntry(abovePosition) : changes.lowerEntry(abovePosition);
            } else {
                entry = abovePositionInclusive
                        ? changes.ceilingEntry(abovePosition)
                        : changes.higherEntry(abovePosition);
            }
            if (entry == null || isOutside(entry.getKey())) {
                return null;
            }
            abovePosition = entry.getKey();
            abovePositionInclusive = false;
            if (visible(entry.getValue()) != null) {
                return entry.getValue();
            }
        }
    }

    private boolean isOutside(byte[] candidate) {
        return reverse ? KeyBytes.compare(candidate, lower) < 0 : KeyBytes.compare(candidate, upper) >= 0;
    }

    /** The key's change as of the cursor's moment; null when there was none. */
    private OverlayView.@Nullable Change visible(OverlayTable.Slot slot) {
        OverlayView.Change change = slot.newest;
        while (change != null && change.position >= end) {
            change = change.previous;
        }
        return change;
    }

    @Override
    public byte[] key() {
        byte[] current = key;
        if (current == null) {
            throw new IllegalStateException("the cursor is not on an entry");
        }
        return current;
    }

    @Override
    public byte[] value() {
        byte[] current = value;
        if (current != null) {
            return current;
        }
        if (key == null) {
            throw new IllegalStateException("the cursor is not on an entry");
        }
        // The walk below is fetched ahead only after this entry is left, so it still stands on it.
        return below.value();
    }

    @Override
    public void seek(byte[] target) {
        below.seek(target);
        key = null;
        value = null;
        belowKey = null;
        belowEnded = false;
        aboveSlot = null;
        aboveEnded = false;
        if (reverse && KeyBytes.compare(target, upper) >= 0) {
            abovePosition = upper;
            abovePositionInclusive = false;
        } else if (!reverse && KeyBytes.compare(target, lower) < 0) {
            abovePosition = lower;
            abovePositionInclusive = true;
        } else {
            abovePosition = target;
            abovePositionInclusive = true;
        }
    }

    @Override
    public void close() {
        below.close();
    }
}
