// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world;

import io.quorate.core.lock.LossReason;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.FrameInFlight;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes down, for people, what choices led to: the messages, and the outcome of claims. One line has all that a node sends to several
 * others in one turn.
 */
public final class Transcript implements ClusterObserver {
    private static final String ARROW = " -> ";

    private final List<Line> lines = new ArrayList<>();

    /** Where the lines of the present choice begin. */
    private int choiceStart;

    /** The lines since the last call, aligned; each ends with a line feed. */
    public String take() {
        int whoWidth = 0;
        int kindWidth = 0;
        for (Line line : lines) {
            whoWidth = Math.max(whoWidth, line.who().length());
            kindWidth = Math.max(kindWidth, line.details.isEmpty() ? 0 : line.kind.length());
        }
        StringBuilder text = new StringBuilder();
        for (Line line : lines) {
            text.append(padded(line.who(), whoWidth)).append("  ");
            if (line.details.isEmpty()) {
                text.append(line.kind);
            } else {
                text.append(padded(line.kind, kindWidth)).append(' ').append(line.details);
            }
            text.append('\n');
        }
        lines.clear();
        choiceStart = 0;
        return text.toString();
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length());
    }

    @Override
    public void begins(Choice choice) {
        choiceStart = lines.size();
    }

    @Override
    public void sent(NodeId from, NodeId to, FrameInFlight packet) {
        if (packet.isResync()) {
            addSent(from, to, "Resync", "");
        }
        for (FrameInFlight.Content content : packet.contents()) {
            String[] words = content.message().toString().split(" ", 2);
            addSent(from, to, words[0], (words.length > 1 ? words[1] : "") + lockText(content.lock()));
        }
    }

    private void addSent(NodeId from, NodeId to, String kind, String details) {
        for (int place = choiceStart; place < lines.size(); place++) {
            Line line = lines.get(place);
            boolean same = line.from.equals(from) && line.kind.equals(kind) && line.details.equals(details);
            if (same && !List.of(line.to.substring(ARROW.length()).split(",")).contains(to.toString())) {
                lines.set(place, new Line(from, line.to + "," + to, kind, details));
                return;
            }
        }
        lines.add(new Line(from, ARROW + to, kind, details));
    }

    private static String lockText(LockName lock) {
        return lock.equals(Choice.USUAL_LOCK) ? "" : " lock=" + lock;
    }

    private void addNews(NodeClaim claim, String what) {
        String number = claim.id() == 1 ? "" : " #" + claim.id();
        lines.add(new Line(claim.node(), "", what + number + lockText(claim.lock()), ""));
    }

    @Override
    public void granted(NodeClaim claim) {
        addNews(claim, "holds");
    }

    @Override
    public void released(NodeClaim claim) {
        addNews(claim, "releases");
    }

    @Override
    public void abandoned(NodeClaim claim) {
        addNews(claim, "gives up");
    }

    @Override
    public void lost(NodeClaim claim, LossReason reason) {
        addNews(claim, "loses (" + reason + ")");
    }

    @Override
    public void dropped(NodeId from, NodeId to, FrameInFlight packet) {
        lines.add(new Line(from, ARROW + to, "lost: " + packet, ""));
    }

    @Override
    public void duplicated(NodeId from, NodeId to, FrameInFlight packet) {
        lines.add(new Line(from, ARROW + to, "again: " + packet, ""));
    }

    /** One line; {@code to} with its arrow, empty if the line is about a claim. */
    private record Line(NodeId from, String to, String kind, String details) {
        String who() {
            return from + to;
        }
    }
}
