// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.tree;

import io.quorate.core.lock.LyingPeersLaws;
import io.quorate.core.lock.Protocol;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.papers.tree.TreeMessage.Fail;
import io.quorate.papers.tree.TreeMessage.Inquire;
import io.quorate.papers.tree.TreeMessage.Relinq;
import io.quorate.papers.tree.TreeMessage.Reply;
import io.quorate.papers.tree.TreeMessage.Request;
import io.quorate.papers.tree.TreeMessage.Yield;
import java.util.List;

class TreeLawsTest extends LyingPeersLaws<TreeMessage> {
    @Override
    protected Protocol<TreeMessage> protocol() {
        return new TreeLock();
    }

    @Override
    protected List<TreeMessage> messagesAbout(Stamp stamp, long number, NodeId node) {
        return List.of(
                new Request(stamp, number, false),
                new Request(stamp, number, true),
                new Reply(stamp, number),
                new Inquire(stamp, number),
                new Yield(stamp, number),
                new Relinq(stamp),
                new Fail(node));
    }

    /** Who says that the root has failed makes others ask for a quorum in which it is itself. */
    @Override
    protected boolean restsOnEachMemberAlone() {
        return false;
    }
}
