// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.setup.Setup;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class AuditsTest {
    private static final Setup THREE = Setup.usual(new QuorumLock(), 3);

    private static NodeClaim claim(int node, long id, Mode mode) {
        return new NodeClaim(NodeId.of(node), id, Choice.USUAL_LOCK, mode);
    }

    private static NodeClaim exclusive(int node) {
        return claim(node, 1, Mode.EXCLUSIVE);
    }

    private static NodeClaim shared(int node) {
        return claim(node, 1, Mode.SHARED);
    }

    private static void assertBroken(ThrowingCallable step, String sentence) {
        assertThatThrownBy(step).isInstanceOf(AuditFailure.class).hasMessageContaining(sentence);
    }

    @Test
    void twoHoldersThatExcludeEachOtherAreNoticed() {
        MutualExclusion audit = new MutualExclusion();
        audit.granted(exclusive(0));
        assertBroken(() -> audit.granted(shared(1)), "n1#1 held it when n2#1 shared got it");
    }

    @Test
    void twoClaimsOfOneNodeExcludeEachOtherToo() {
        MutualExclusion audit = new MutualExclusion();
        audit.granted(exclusive(0));
        assertBroken(() -> audit.granted(claim(0, 2, Mode.EXCLUSIVE)), "two hold the lock L at once");
    }

    @Test
    void readersOneAfterTheOtherAndOtherLocksAreFine() {
        MutualExclusion audit = new MutualExclusion();
        audit.granted(shared(0));
        audit.granted(shared(1));
        audit.released(shared(0));
        audit.released(shared(1));
        audit.granted(exclusive(2));
        audit.granted(new NodeClaim(NodeId.of(1), 2, LockName.of("other"), Mode.EXCLUSIVE));
        assertBroken(() -> audit.released(shared(0)), "without having it");
    }

    @Test
    void whoStillWaitsWhenAllIsQuietIsNoticed() {
        EveryWaiterServed audit = new EveryWaiterServed();
        audit.waiting(exclusive(0));
        audit.waiting(exclusive(1));
        audit.waiting(exclusive(2));
        audit.granted(exclusive(0));
        audit.abandoned(exclusive(1));
        assertBroken(() -> audit.whenQuiet(Cluster.of(THREE)), "still wait: n3#1 for L");
        assertBroken(() -> audit.granted(exclusive(0)), "without waiting for it");
    }

    @Test
    void whatRemainsIsNoticed() {
        NothingRemains audit = new NothingRemains();
        Cluster cluster = Cluster.of(THREE);
        audit.whenQuiet(cluster);
        cluster.apply(Choice.parse("acquire n1"));
        assertBroken(() -> audit.whenQuiet(cluster), "1 frames are under way");
        cluster.apply(Choice.parse("drop n1->n2"));
        assertBroken(() -> audit.whenQuiet(cluster), "n1 still remembers");
    }

    @Test
    void overtakingIsCountedAgainstThoseWhoWaitedLonger() {
        Overtaking audit = new Overtaking(1);
        audit.waiting(exclusive(0));
        audit.waiting(exclusive(1));
        audit.granted(exclusive(1));
        assertThat(audit.count()).isEqualTo(1);
        audit.waiting(claim(0, 2, Mode.EXCLUSIVE));
        audit.granted(claim(0, 2, Mode.EXCLUSIVE)); // within the node
        audit.waiting(exclusive(2));
        assertBroken(() -> audit.granted(exclusive(2)), "n1#1 waits for L and was overtaken 2 times");
        assertThat(audit.worst()).isEqualTo(2);
    }

    @Test
    void aBudgetIsJudgedOverTheWholeRun() {
        Cluster cluster = runAlone(new MessagesPerClaim(3, 3));
        MessagesPerClaim tooSmall = new MessagesPerClaim(0, 2.4);
        runAlone(tooSmall);
        assertBroken(() -> tooSmall.whenQuiet(cluster), "1 claims took 3 messages; it should be 0.0 to 2.4");
    }

    private static Cluster runAlone(MessagesPerClaim budget) {
        Cluster cluster = Cluster.of(THREE, budget);
        for (String step :
                new String[] {"acquire n1", "deliver n1->n2", "deliver n2->n1", "release n1", "deliver n1->n2"}) {
            cluster.apply(Choice.parse(step));
        }
        return cluster;
    }
}
