// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

import io.quorate.core.model.LockName;
import java.util.Arrays;

/**
 * The highest fences of locks that a voter has forgotten, one number for each of 1,024 groups of lock names. With one number for all
 * locks, a busy lock would raise the floor of every other: a node whose clock is a little behind would then announce its fence, and
 * wait for another round trip, for locks that nobody else uses.
 */
final class FenceFloors {
    private static final int GROUPS = 1 << 10;

    /** The groups that have a floor, in their order, and the floors: most nodes in the lab have one or two. */
    private int[] groups = {};

    private long[] floors = {};
    private int count;

    private static int group(LockName lock) {
        int hash = lock.hashCode();
        return (hash ^ hash >>> 10 ^ hash >>> 20) & GROUPS - 1;
    }

    long of(LockName lock) {
        int place = Arrays.binarySearch(groups, 0, count, group(lock));
        return place < 0 ? 0 : floors[place];
    }

    void raise(LockName lock, long fence) {
        int group = group(lock);
        int place = Arrays.binarySearch(groups, 0, count, group);
        if (place >= 0) {
            floors[place] = Math.max(floors[place], fence);
        } else if (fence > 0) {
            add(-1 - place, group, fence);
        }
    }

    private void add(int place, int group, long fence) {
        if (count == groups.length) {
            groups = Arrays.copyOf(groups, Math.max(2, 2 * count));
            floors = Arrays.copyOf(floors, groups.length);
        }
        System.arraycopy(groups, place, groups, place + 1, count - place);
        System.arraycopy(floors, place, floors, place + 1, count - place);
        groups[place] = group;
        floors[place] = fence;
        count++;
    }

    FenceFloors copy() {
        FenceFloors copy = new FenceFloors();
        copy.groups = groups.clone();
        copy.floors = floors.clone();
        copy.count = count;
        return copy;
    }

    void describeTo(StateWriter writer) {
        for (int place = 0; place < count; place++) {
            writer.number("group", groups[place]);
            writer.number("floorOfGroup", floors[place]);
        }
    }
}
