import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.lock.*;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.wire.*;
import java.util.ArrayList;
import java.util.List;

/** A lock by votes: a node asks its quorum, all at once, and is in when all of it have voted for it. */
public class Vote implements Protocol<Vote.Say> {
    enum Kind { ASK, VOTE, DONE }

    /** Ask: I want your vote. Vote: you have mine. Done: I do not need yours any more. */
    record Say(Kind what, Stamp stamp) implements Message {
        public String kind() { return what.name().charAt(0) + what.name().substring(1).toLowerCase(); }
        public String toString() { return kind() + " " + stamp; }
    }

    public String name() { return "vote"; }
    public String summary() { return "asks all voters of a quorum at once, and hopes"; }
    public QuorumSystem usualQuorums(int nodes) { return new Majority(nodes); }
    boolean oneAfterTheOther() { return false; }
    public LockMachine<Say> newMachine(MachineContext context) { return new Machine(context, oneAfterTheOther()); }

    /** Messages must arrive in order; nothing may be lost, copied or crash; who comes first is served first. */
    public ProtocolTraits traits() {
        return new ProtocolTraits(ProtocolTraits.Delivery.FIFO, false, false, false,
                ProtocolTraits.Crashes.NONE, ProtocolTraits.Fairness.ARRIVAL);
    }

    public Codec<Say> codec() {
        return Messages.<Say>of("word")
                .message(Say.class, (in, code) -> new Say(Kind.values()[code], in.readStamp()), 0, 1, 2)
                .write((say, to) -> to.writeByte(say.what().ordinal()).writeStamp(say.stamp()));
    }

    /** One lock at one node: who asks, and who votes. */
    static final class Machine implements LockMachine<Say> {
        private final MachineContext context;
        private final boolean oneAfterTheOther;
        private Phase phase = Phase.IDLE;
        private Stamp mine;
        private NodeSet asked = NodeSet.EMPTY;
        private NodeSet votes = NodeSet.EMPTY;
        private final List<Stamp> line = new ArrayList<>(); // of a voter: who has its vote, then who waits for it

        Machine(MachineContext context, boolean oneAfterTheOther) {
            this.context = context;
            this.oneAfterTheOther = oneAfterTheOther;
        }

        public void acquire(Mode mode, Outbox<Say> out) {
            phase = Phase.WAITING;
            mine = context.nextStamp();
            ask(out);
        }

        private void ask(Outbox<Say> out) {
            for (NodeSet left = context.usualQuorum().minus(asked); !left.isEmpty(); left = left.minus(asked)) {
                NodeId voter = NodeId.of(left.next(0));
                asked = asked.with(voter);
                out.send(voter, new Say(Kind.ASK, mine));
                if (oneAfterTheOther) {
                    return;
                }
            }
        }

        public void receive(NodeId from, Say say, Outbox<Say> out) {
            boolean first = line.indexOf(say.stamp()) == 0;
            switch (say.what()) {
                case ASK -> { line.add(say.stamp()); if (line.size() == 1) vote(out); }
                case DONE -> { line.remove(say.stamp()); if (first && !line.isEmpty()) vote(out); }
                case VOTE -> { if (say.stamp().equals(mine)) count(from, out); }
            }
        }

        private void vote(Outbox<Say> out) { out.send(line.get(0).node(), new Say(Kind.VOTE, line.get(0))); }

        private void count(NodeId voter, Outbox<Say> out) {
            votes = votes.with(voter);
            if (votes.equals(context.usualQuorum())) {
                phase = Phase.HOLDING;
                out.entered();
            } else {
                ask(out);
            }
        }

        public void release(Outbox<Say> out) {
            for (int voter = asked.next(0); voter >= 0; voter = asked.next(voter + 1)) {
                out.send(NodeId.of(voter), new Say(Kind.DONE, mine));
            }
            phase = Phase.IDLE;
            mine = null;
            asked = votes = NodeSet.EMPTY;
        }

        public void abandon(Outbox<Say> out) { release(out); }
        public Phase phase() { return phase; }
        public boolean isContended() { return line.size() > 1; }
        public boolean isQuiescent() { return phase == Phase.IDLE && line.isEmpty(); }

        /** The checker goes on from here in more than one way. */
        public LockMachine<Say> copy(MachineContext other) {
            Machine copy = new Machine(other, oneAfterTheOther);
            copy.phase = phase;
            copy.mine = mine;
            copy.asked = asked;
            copy.votes = votes;
            copy.line.addAll(line);
            return copy;
        }

        /** All that matters for what the machine will do: the checker compares states by it, pages show it. */
        public void describeTo(StateWriter writer) {
            writer.word("phase", phase);
            writer.stamp("mine", mine);
            writer.nodes("asked", asked);
            writer.nodes("votes", votes);
            line.forEach(each -> writer.stamp("in line", each));
        }
    }

    /** The same, mended: a node asks the next voter only when the one before has voted, all nodes in the same order. */
    public static final class InOrder extends Vote {
        @Override public String name() { return "vote-in-order"; }
        @Override public String summary() { return "asks the voters of a quorum one after the other"; }
        @Override boolean oneAfterTheOther() { return true; }
    }
}
