// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.maekawa;

import io.quorate.core.lock.LyingPeersLaws;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.papers.maekawa.MaekawaMessage.Failed;
import io.quorate.papers.maekawa.MaekawaMessage.ForRole;
import io.quorate.papers.maekawa.MaekawaMessage.Inquire;
import io.quorate.papers.maekawa.MaekawaMessage.Locked;
import io.quorate.papers.maekawa.MaekawaMessage.OfRequest;
import io.quorate.papers.maekawa.MaekawaMessage.Release;
import io.quorate.papers.maekawa.MaekawaMessage.Relinquish;
import io.quorate.papers.maekawa.MaekawaMessage.Request;
import io.quorate.papers.maekawa.MaekawaMessage.State;
import io.quorate.papers.maekawa.MaekawaMessage.TakeOver;
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
