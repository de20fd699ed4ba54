// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.overlay;

import io.quorate.overlay.Handle;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.OverlayKind;
import io.quorate.overlay.OverlayTiming;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * An overlay as those know it that begin it together: each of its nodes has heard, before it starts, of all others that it would know
 * after all had joined.
 *
 * @param all the nodes, in the order of their keys
 */
public record SettledKind(OverlayKind kind, List<Handle> all) implements OverlayKind {
    /** With these nodes, in whichever order. */
    public static SettledKind of(OverlayKind kind, List<Handle> nodes) {
        List<Handle> sorted = new ArrayList<>(nodes);
        sorted.sort(Comparator.comparing(Handle::key));
        return new SettledKind(kind, List.copyOf(sorted));
    }

    @Override
    public String name() {
        return kind.name();
    }

    @Override
    public String summary() {
        return kind.summary();
    }

    @Override
    public OverlayTiming timing() {
        return kind.timing();
    }

    @Override
    public OverlayKind withTiming(OverlayTiming other) {
        return new SettledKind(kind.withTiming(other), all);
    }

    @Override
    public Overlay newNode(Handle self) {
        return kind.newNode(self, kind.settled(self, all));
    }

    @Override
    public Overlay newNode(Handle self, List<Handle> heard) {
        return kind.newNode(self, heard);
    }

    @Override
    public List<Handle> settled(Handle self, List<Handle> nodes) {
        return kind.settled(self, nodes);
    }
}
