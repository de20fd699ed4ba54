// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.node;

import io.quorate.api.LocksConfig;
import io.quorate.cli.console.Words;
import io.quorate.node.ClusterNode;
import io.quorate.overlay.runtime.OverlayNode;
import io.quorate.overlay.runtime.OverlayPlace;
import io.quorate.overlay.runtime.OverlayView;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Says what a node of an overlay is about: whether it is in, whom it knows, and whether it grants. */
final class OverlayStatusLog extends StatusLog {
    /** How long a node may take to join before it calls its contacts again; they may have gone. */
    private static final long CALL_AGAIN_NANOS = 5_000_000_000L;

    private boolean joined;
    private boolean wasQuorate;
    private boolean metOthers;
    private String place = "";
    private long callAgainAt = System.nanoTime() + CALL_AGAIN_NANOS;

    private final OverlayPlace wanted;
    private @Nullable OverlayNode opened;

    OverlayStatusLog(Consumer<String> out, OverlayPlace wanted) {
        super(out);
        this.wanted = wanted;
    }

    @Override
    ClusterNode open(LocksConfig config, boolean unsafe) {
        opened = unsafe
                ? OverlayNode.openUnsafe(config, wanted, UnaryOperator.identity(), this::say)
                : OverlayNode.open(config, wanted, UnaryOperator.identity(), this::say);
        return node().node();
    }

    private OverlayNode node() {
        return Objects.requireNonNull(opened, "a node is opened first");
    }

    @Override
    void opened(ClusterNode node) {
        OverlayView view = node().view();
        say("node " + view.id() + " of cluster " + node.cluster() + " is reached at " + view.address());
        say("protocol " + node.protocol().fullName() + ", "
                + Words.count(node.quorums().size(), "replica") + " of each lock, overlay " + view.kind() + ", key "
                + view.key());
        say("stop it with Ctrl-C");
    }

    @Override
    void look(ClusterNode node) {
        OverlayView view = node().view();
        if (view.joined() != joined) {
            joined = view.joined();
            say(joined ? "joined: this node is part of the overlay" : "WARNING: not part of the overlay any more");
        }
        wasQuorate |= joined;
        String now = "knows " + Words.count(view.known(), "node") + ", "
                + Words.count(view.neighbours().size(), "neighbour") + "; "
                + (view.voting() ? "votes" : whyNot(view));
        if (joined && !now.equals(place)) {
            place = now;
            say(now);
        }
        if (!joined && System.nanoTime() - callAgainAt > 0) {
            say("WARNING: " + whatIsMissing(node) + "; its contacts are called again");
            node().callContactsAgain();
            callAgainAt = System.nanoTime() + CALL_AGAIN_NANOS;
        }
    }

    /** One that had others and has lost all may be the one that is cut off. */
    private String whyNot(OverlayView view) {
        metOthers |= view.known() > 0;
        return metOthers && view.known() == 0
                ? "does not vote: it waits until it meets others again"
                : "does not vote yet: what others have granted must run out first";
    }

    @Override
    boolean wasQuorate() {
        return wasQuorate;
    }

    @Override
    String whatIsMissing(ClusterNode node) {
        return "nobody has let this node into the overlay yet";
    }
}
