// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

/**
 * Runs storms. Every run is audited: no two valid holds exclude each other, fences rise, a hold is lost before anybody else gets the
 * lock; after the storm everybody is served within a bound, a hold survives the loss of voters, and nothing remains anywhere.
 */
public final class Storms {
    private Storms() {}

    public static StormReport run(Storm storm) {
        return run(storm, StormWatcher.Maker.NONE);
    }

    public static StormReport run(Storm storm, StormWatcher.Maker watchers) {
        return new StormRun(storm, watchers, StormDisk.Order.DISK_FIRST).run();
    }

    /** Runs a storm whose nodes treat their disks in this order. */
    static StormReport run(Storm storm, StormDisk.Order order) {
        return new StormRun(storm, StormWatcher.Maker.NONE, order).run();
    }
}
