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
            if (!views.containsKey(NodeId.of(index))) {
                unanswered.add(node.names.of(NodeId.of(index)));
            }
        }
        views.forEach((each, view) -> {
            String id = node.names.of(each);
            for (LockView.Party party : view.parties()) {
                (party.holds() ? holders : waiters).add(party(id, view, party));
            }
            for (LockView.Vote vote : view.votes()) {
                // What a guest is called is known where it called; members are known everywhere.
                NodeId requester = vote.requester();
                String name = node.names.isGuest(requester) ? vote.name() : node.names.of(requester);
                votes.add(new LockDescription.Vote(id, name, vote.granted()));
            }
        });
        return new LockDescription(lock.toString(), holders, waiters, votes, unanswered);
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
