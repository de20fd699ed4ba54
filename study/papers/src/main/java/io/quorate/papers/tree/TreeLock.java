// SPDX-License-Identifier: Apache-2.0
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
import io.quorate.papers.quorum.TreeAsPrinted;
import java.util.List;
import java.util.Optional;

/** The tree algorithm. */
public final class TreeLock implements Protocol<TreeMessage> {
    /** The parts of the paper that are taken literally. */
    private enum Text {
        CORRECTED("corrected"),
        /** The messages, with quorums that meet. */
        PRINTED_MESSAGES("as-printed"),
        /** The messages and Build_Quorum, on a tree of degree 3: the smallest in which its quorums do not meet. */
        PRINTED_QUORUMS("printed-quorums");

        private final String rules;

        Text(String rules) {
            this.rules = rules;
        }
    }

    private static final int DEGREE_OF_PRINTED_QUORUMS = 3;

    private final Text text;

    /** By the corrected rules. */
    public TreeLock() {
        this(Text.CORRECTED);
    }

    private TreeLock(Text text) {
        this.text = text;
    }

    /** The paper's messages and steps, on quorums that meet: to show what is wrong with the steps, never for use. */
    public static TreeLock asPrinted() {
        return new TreeLock(Text.PRINTED_MESSAGES);
    }

    /** The same on the quorums that the paper's Build_Quorum gives, of which two need not meet (E-T1). Never for use. */
    public static TreeLock printedQuorums() {
        return new TreeLock(Text.PRINTED_QUORUMS);
    }

    private boolean isCorrected() {
        return text == Text.CORRECTED;
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
        return text.rules;
    }

    @Override
    public Optional<String> knownFault() {
        return isCorrected() ? Optional.empty() : Optional.of(AS_PRINTED_FAULT);
    }

    @Override
    public List<Protocol<TreeMessage>> ruleSets() {
        return List.of(new TreeLock(), asPrinted(), printedQuorums());
    }

    /** Of the printed rules: what the paper supposes and claims, so that the checker can hold them to it. */
    @Override
    public ProtocolTraits traits() {
        return new ProtocolTraits(
                Delivery.UNORDERED,
                isCorrected(),
                isCorrected(),
                false,
                Crashes.VOTERS_AND_WAITERS,
                Fairness.STAMP_ORDER);
    }

    @Override
    public LockMachine<TreeMessage> newMachine(MachineContext context) {
        return isCorrected() ? new TreeMachine(context) : new PrintedMachine(context);
    }

    @Override
    public Codec<TreeMessage> codec() {
        return TreeMessage.TABLE;
    }

    @Override
    public QuorumSystem usualQuorums(int nodes) {
        return text == Text.PRINTED_QUORUMS
                ? new TreeAsPrinted(nodes, DEGREE_OF_PRINTED_QUORUMS, TreeAsPrinted.Reading.LITERAL)
                : new Tree(nodes);
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
