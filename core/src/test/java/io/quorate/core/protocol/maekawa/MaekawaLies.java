package io.quorate.core.protocol.maekawa;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.LyingPeersLaws;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Failed;
import io.quorate.core.protocol.maekawa.MaekawaMessage.ForRole;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Inquire;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Locked;
import io.quorate.core.protocol.maekawa.MaekawaMessage.OfRequest;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Release;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Relinquish;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Request;
import io.quorate.core.protocol.maekawa.MaekawaMessage.State;
import io.quorate.core.protocol.maekawa.MaekawaMessage.TakeOver;
import java.util.ArrayList;
import java.util.List;

/** Whatever can be said by Maekawa's messages. */
abstract class MaekawaLies extends LyingPeersLaws<MaekawaMessage> {
    @Override
    protected List<MaekawaMessage> messagesAbout(Stamp stamp, long number, NodeId node) {
        List<OfRequest> ordinary = List.of(
                new Request(stamp),
                new Locked(stamp, number),
                new Failed(stamp),
                new Inquire(stamp, number),
                new Relinquish(stamp, number),
                new Release(stamp));
        List<MaekawaMessage> all = new ArrayList<>(ordinary);
        ordinary.forEach(said -> all.add(new ForRole(node, said)));
        all.add(new TakeOver(node));
        all.add(new State(node, null, false, 0));
        all.add(new State(node, stamp, false, number));
        all.add(new State(node, stamp, true, number));
        return all;
    }
}
