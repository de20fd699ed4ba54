// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht;

import io.quorate.core.lock.LyingPeersLaws;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.MachineWorld;
import io.quorate.core.lock.WorldPart;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.overlay.Routed;
import io.quorate.overlay.dht.PathMessage.Errand;
import io.quorate.overlay.dht.TokenMessage.Outcome;
import io.quorate.overlay.dht.TokenMessage.Voter;
import io.quorate.overlay.node.Place;
import java.util.List;
import java.util.Random;

/** Whatever can be said by the messages of protocols on an overlay, also of a replica that there is not. */
public abstract class DhtLies extends LyingPeersLaws<DhtMessage> {
    @Override
    protected WorldPart<DhtMessage> part() {
        return new RoutedWorld();
    }

    /** Every second time, as if any node had sent it to any replica. */
    @Override
    protected boolean tellsByPart(MachineWorld<DhtMessage> world, int to, NodeId liar, DhtMessage lie, Random random) {
        if (!random.nextBoolean()) {
            return false;
        }
        MachineContext context = world.context(to).forLock(MachineWorld.LOCK);
        int replica = random.nextInt(context.quorums().size());
        NodeId origin = NodeId.of(random.nextInt(nodes() + 1));
        RoutedWorld.arrive(world, to, liar, new Routed<>(Place.replicaKey(context, replica), origin, 1, lie));
        return true;
    }

    @Override
    protected List<DhtMessage> messagesAbout(Stamp stamp, long number, NodeId node) {
        int replica = (int) Math.min(number, 3);
        Stamp other = new Stamp(stamp.counter(), node, 0);
        return List.of(
                new DhtMessage.Request(stamp, replica, false),
                new DhtMessage.Request(stamp, replica, true),
                DhtMessage.Response.vote(stamp, replica, number, null, number),
                DhtMessage.Response.vote(stamp, replica, number, other, 0),
                DhtMessage.Response.noVote(stamp, replica, other, true, replica, other),
                new DhtMessage.Away(stamp, replica),
                new DhtMessage.Yield(stamp, replica, number),
                new DhtMessage.Release(stamp, replica),
                new DhtMessage.Transfer(stamp, other, replica),
                new PathMessage.GrantReq(stamp, replica, other),
                new PathMessage.Gather(stamp, replica, Errand.GATHER, List.of()),
                new PathMessage.Gather(stamp, replica, Errand.GATHER, List.of(other)),
                new TokenMessage.IAmWinner(stamp, replica, node),
                new TokenMessage.Cleared(stamp, replica),
                new TokenMessage.Enqueue(stamp, other, replica),
                new TokenMessage.Enqueued(stamp, other, replica),
                new TokenMessage.NotOwner(stamp),
                new TokenMessage.Token(stamp, List.of(new Voter(replica, node)), List.of(other)),
                new TokenMessage.TokenAck(stamp, Outcome.MOVED),
                new TokenMessage.TokenAck(stamp, Outcome.NOT_WANTED));
    }

    /** The members of its quorums are replicas, and one node may have so many of them that it decides alone. */
    @Override
    protected boolean restsOnEachMemberAlone() {
        return false;
    }
}
