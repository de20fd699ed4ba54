// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.LyingPeersLaws;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.RecordingOutbox;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.All;
import io.quorate.papers.ricartagrawala.MediaMessage.Broadcast;
import io.quorate.papers.ricartagrawala.MediaMessage.Deferred;
import io.quorate.papers.ricartagrawala.MediaMessage.MediumReply;
import io.quorate.papers.ricartagrawala.MediaMessage.MediumRequest;
import io.quorate.papers.ricartagrawala.MediaMessage.ReplyList;
import io.quorate.papers.ricartagrawala.MediaMessage.RingRequest;
import io.quorate.papers.ricartagrawala.PracticeMessage.Add;
import io.quorate.papers.ricartagrawala.PracticeMessage.AddAck;
import io.quorate.papers.ricartagrawala.PracticeMessage.AreYouThere;
import io.quorate.papers.ricartagrawala.PracticeMessage.Join;
import io.quorate.papers.ricartagrawala.PracticeMessage.Leave;
import io.quorate.papers.ricartagrawala.PracticeMessage.LeaveAck;
import io.quorate.papers.ricartagrawala.PracticeMessage.NodeFailed;
import io.quorate.papers.ricartagrawala.PracticeMessage.NotInside;
import io.quorate.papers.ricartagrawala.PracticeMessage.Participants;
import io.quorate.papers.ricartagrawala.PracticeMessage.RestartYourself;
import io.quorate.papers.ricartagrawala.PracticeMessage.WillSponsor;
import io.quorate.papers.ricartagrawala.PracticeMessage.YesIAmHere;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage.Reply;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage.Request;
import io.quorate.papers.ricartagrawala.practice.Names;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What nodes say that are not members, and what members say that is not true. */
class RicartAgrawalaLiesTest {
    @Test
    void aRequestOfNoMemberDoesNotGoRoundTheRing() {
        MachineContext context = new MachineContext(NodeId.of(1), 0, Placement.asNumbered(new All(3)));
        LockMachine<RicartAgrawalaMessage> machine = RicartAgrawala.with("ring").newMachine(context);
        RecordingOutbox<RicartAgrawalaMessage> out = new RecordingOutbox<>();
        machine.receive(NodeId.of(0), new RingRequest(new Stamp(1, NodeId.of(3), 0), NodeSet.EMPTY), out);
        assertThat(out.take()).isEmpty();
        machine.receive(NodeId.of(0), new RingRequest(new Stamp(1, NodeId.of(2), 0), NodeSet.EMPTY), out);
        assertThat(out.take()).as("that of a member does").isNotEmpty();
    }

    /** Two honest nodes ask each other, so that no third one can bring them together. */
    abstract static class Lies extends LyingPeersLaws<RicartAgrawalaMessage> {
        private final RicartAgrawala protocol;

        Lies(String rules) {
            this.protocol = RicartAgrawala.with(rules);
        }

        @Override
        protected final Protocol<RicartAgrawalaMessage> protocol() {
            return protocol;
        }

        @Override
        protected final List<RicartAgrawalaMessage> messagesAbout(Stamp stamp, long number, NodeId node) {
            int attempt = (int) Math.min(number, Integer.MAX_VALUE);
            Names names = Names.NONE.with(node, number).with(stamp.node(), number);
            return List.of(
                    new Request(stamp, Mode.EXCLUSIVE, 0),
                    new Request(stamp, Mode.SHARED, attempt),
                    new Reply(stamp),
                    new Reply(stamp, attempt),
                    new Deferred(stamp),
                    new Broadcast(new Request(stamp, Mode.EXCLUSIVE, attempt)),
                    new Broadcast(new ReplyList(List.of(stamp, stamp))),
                    new ReplyList(List.of()),
                    new MediumRequest(),
                    new MediumReply(),
                    new RingRequest(stamp, NodeSet.EMPTY),
                    new RingRequest(stamp, NodeSet.of(node)),
                    new AreYouThere(stamp, Mode.EXCLUSIVE),
                    new YesIAmHere(stamp),
                    new NodeFailed(node, number),
                    new RestartYourself(stamp),
                    new Join(number),
                    new WillSponsor(number),
                    new NotInside(number),
                    new Add(node, number),
                    new AddAck(node, number, number),
                    new Participants(number, number, names),
                    new Leave(number),
                    new LeaveAck(number));
        }
    }

    /**
     * Two honest nodes rest on what a third one says: on the ring each member hands on what others asked, in a group that changes
     * each says who belongs to it, and numbers modulo M are right only if all members choose them by the rule.
     */
    abstract static class TrustingLies extends Lies {
        TrustingLies(String rules) {
            super(rules);
        }

        @Override
        protected final boolean restsOnEachMemberAlone() {
            return false;
        }
    }

    @Nested
    class Corrected extends Lies {
        Corrected() {
            super("corrected");
        }
    }

    @Nested
    class Counted extends Lies {
        Counted() {
            super("counted");
        }
    }

    @Nested
    class Modulo extends TrustingLies {
        Modulo() {
            super("modulo");
        }
    }

    @Nested
    class RandomIncrements extends Lies {
        RandomIncrements() {
            super("random-increments");
        }
    }

    @Nested
    class Priority extends Lies {
        Priority() {
            super("priority");
        }
    }

    @Nested
    class ReadersWriters extends Lies {
        ReadersWriters() {
            super("readers-writers");
        }
    }

    @Nested
    class WritersFirst extends Lies {
        WritersFirst() {
            super("writers-first");
        }
    }

    @Nested
    class StandingReplies extends Lies {
        StandingReplies() {
            super("standing-replies");
        }
    }

    @Nested
    class ImplicitReplies extends Lies {
        ImplicitReplies() {
            super("implicit-reply");
        }
    }

    @Nested
    class Broadcasts extends Lies {
        Broadcasts() {
            super("broadcast");
        }
    }

    @Nested
    class BroadcastReplies extends Lies {
        BroadcastReplies() {
            super("broadcast-replies");
        }
    }

    @Nested
    class TheOrderOfTheMedium extends Lies {
        TheOrderOfTheMedium() {
            super("sequenced");
        }
    }

    @Nested
    class Ring extends TrustingLies {
        Ring() {
            super("ring");
        }
    }

    @Nested
    class RingWithNotes extends TrustingLies {
        RingWithNotes() {
            super("ring-notes");
        }
    }

    @Nested
    class Practical extends TrustingLies {
        Practical() {
            super("practical");
        }
    }

    @Nested
    class WaitingNewcomers extends TrustingLies {
        WaitingNewcomers() {
            super("practical+learn-by-waiting");
        }
    }

    @Nested
    class NewcomersWithoutASponsor extends TrustingLies {
        NewcomersWithoutASponsor() {
            super("practical+insert-by-broadcast");
        }
    }

    @Nested
    class ReadersOfAChangingGroup extends TrustingLies {
        ReadersOfAChangingGroup() {
            super("readers-writers+practical");
        }
    }
}
