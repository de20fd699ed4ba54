package io.quorate.core.protocol.tree;

import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.EntryCost;
import io.quorate.core.protocol.LockMachine;
import io.quorate.core.protocol.MachineContext;
import io.quorate.core.protocol.Outbox;
import io.quorate.core.protocol.Protocol;
import io.quorate.core.protocol.ProtocolTraits;
import io.quorate.core.protocol.ProtocolTraits.Crashes;
import io.quorate.core.protocol.ProtocolTraits.Delivery;
import io.quorate.core.protocol.ProtocolTraits.Fairness;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Tree;
import io.quorate.core.wire.Codec;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tree algorithm. */
public final class TreeLock implements Protocol<TreeMessage> {
    /** The rules that are corrected; null for the printed ones. */
    private final @Nullable Rules corrected;

    /** By the corrected rules. */
    public TreeLock() {
        this(Rules.ALL);
    }

    private TreeLock(@Nullable Rules corrected) {
        this.corrected = corrected;
    }

    /** Without one rule: for the checker, never for use. */
    public static TreeLock without(Rule rule) {
        return new TreeLock(new Rules(rule));
    }

    /** As the paper has it: to show what is wrong with it, never for use. */
    public static TreeLock asPrinted() {
        return new TreeLock((Rules) null);
    }

    @Override
    public String name() {
        return "tree";
    }

    @Override
    public String summary() {
        return "the sites form a tree: a quorum is a path from the root, and paths below replace a failed site";
    }

    @Override
    public String rules() {
        return corrected == null ? "as-printed" : "corrected";
    }

    @Override
    public Optional<String> knownFault() {
        return corrected == null ? Optional.of(AS_PRINTED_FAULT) : Optional.empty();
    }

    @Override
    public List<Protocol<TreeMessage>> ruleSets() {
        return List.of(new TreeLock(), asPrinted());
    }

    /** Of the printed rules: what the paper supposes and claims, so that the checker can hold them to it. */
    @Override
    public ProtocolTraits traits() {
        boolean lossesAndCopies = corrected != null;
        return new ProtocolTraits(
                Delivery.UNORDERED,
                lossesAndCopies,
                lossesAndCopies,
                false,
                Crashes.VOTERS_AND_WAITERS,
                Fairness.STAMP_ORDER);
    }

    @Override
    public Optional<EntryCost> entryCost() {
        return Optional.of(EntryCost.ofQuorum(3, 6));
    }

    @Override
    public LockMachine<TreeMessage> newMachine(MachineContext context) {
        Rules rules = corrected;
        return rules == null ? new PrintedMachine(context) : new TreeMachine(context, rules);
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
