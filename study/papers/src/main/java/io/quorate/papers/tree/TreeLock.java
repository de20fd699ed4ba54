package io.quorate.papers.tree;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.core.lock.ProtocolTraits.Crashes;
import io.quorate.core.lock.ProtocolTraits.Delivery;
import io.quorate.core.lock.ProtocolTraits.Fairness;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.Tree;
import io.quorate.core.wire.Codec;
import java.util.List;
import java.util.Optional;

/** The tree algorithm. */
public final class TreeLock implements Protocol<TreeMessage> {
    /** Whether by the corrected rules, or by the printed ones. */
    private final boolean corrected;

    /** By the corrected rules. */
    public TreeLock() {
        this(true);
    }

    private TreeLock(boolean corrected) {
        this.corrected = corrected;
    }

    /** As the paper has it: to show what is wrong with it, never for use. */
    public static TreeLock asPrinted() {
        return new TreeLock(false);
    }

    @Override
    public String name() {
        return "tree";
    }

    @Override
    public int placeInLists() {
        return 6;
    }

    @Override
    public String summary() {
        return "the sites form a tree: a quorum is a path from the root, and paths below replace a failed site";
    }

    @Override
    public String rules() {
        return corrected ? "corrected" : "as-printed";
    }

    @Override
    public Optional<String> knownFault() {
        return !corrected ? Optional.of(AS_PRINTED_FAULT) : Optional.empty();
    }

    @Override
    public List<Protocol<TreeMessage>> ruleSets() {
        return List.of(new TreeLock(), asPrinted());
    }

    /** Of the printed rules: what the paper supposes and claims, so that the checker can hold them to it. */
    @Override
    public ProtocolTraits traits() {
        return new ProtocolTraits(
                Delivery.UNORDERED, corrected, corrected, false, Crashes.VOTERS_AND_WAITERS, Fairness.STAMP_ORDER);
    }

    @Override
    public LockMachine<TreeMessage> newMachine(MachineContext context) {
        return corrected ? new TreeMachine(context) : new PrintedMachine(context);
    }

    @Override
    public Codec<TreeMessage> codec() {
        return TreeMessage.TABLE;
    }

    @Override
    public QuorumSystem usualQuorums(int nodes) {
        return new Tree(nodes);
    }

    /** FAIL to all sites of the tree, except the one that notices and the one that has failed. */
    static void broadcastFailureOf(NodeId site, MachineContext context, Outbox<TreeMessage> out) {
        for (int index = 0; index < context.quorums().size(); index++) {
            if (index != site.index() && index != context.self().index()) {
                out.send(NodeId.of(index), new TreeMessage.Fail(site));
            }
        }
    }
}
