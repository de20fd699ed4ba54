package io.quorate.node;

import io.quorate.api.LockDescription;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Puts together what the nodes say about a lock. */
final class Descriptions {
    private Descriptions() {}

    static LockDescription describe(RunningNode node, LockName lock) {
        Map<NodeId, LockView> views = node.describe(lock);
        List<LockDescription.Party> holders = new ArrayList<>();
        List<LockDescription.Party> waiters = new ArrayList<>();
        List<LockDescription.Vote> votes = new ArrayList<>();
        List<String> unanswered = new ArrayList<>();
        for (int index = 0; index < node.roster.size(); index++) {
            NodeId each = NodeId.of(index);
            LockView view = views.get(each);
            if (view == null) {
                unanswered.add(node.roster.member(each).id());
                continue;
            }
            String id = node.roster.member(each).id();
            for (LockView.Party party : view.parties()) {
                (party.holds() ? holders : waiters).add(party(id, view, party));
            }
            for (LockView.Vote vote : view.votes()) {
                votes.add(new LockDescription.Vote(id, memberId(node, vote.requester()), vote.granted()));
            }
        }
        return new LockDescription(lock.toString(), holders, waiters, votes, unanswered);
    }

    private static String memberId(RunningNode node, NodeId requester) {
        return requester.index() < node.roster.size()
                ? node.roster.member(requester).id()
                : requester.toString();
    }

    private static LockDescription.Party party(String id, LockView view, LockView.Party party) {
        return new LockDescription.Party(
                id,
                view.host(),
                view.pid(),
                party.label(),
                Outcomes.toApi(party.mode()),
                Instant.ofEpochMilli(party.sinceMillis()));
    }
}
