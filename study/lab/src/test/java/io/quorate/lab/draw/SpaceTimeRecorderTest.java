// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.draw;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.simulate.Faults;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.Simulator;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.world.Trace;
import io.quorate.lab.world.setup.Setup;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.SpaceTime.Activity;
import io.quorate.trace.SpaceTimeFile;
import io.quorate.trace.text.TextDrawing;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SpaceTimeRecorderTest {
    @Test
    void everyMessageAndEveryHoldOfASimulationIsInItsDiagram() {
        AtomicReference<SpaceTimeRecorder> recorder = new AtomicReference<>();
        SimulationReport report = Simulator.run(
                Simulation.of(Setup.usual(new QuorumLock(), 5), 3, Load.of(new Arrivals.Burst(2), 10)),
                List.of(),
                clock -> {
                    recorder.set(SpaceTimeRecorder.inTime("five nodes", 5, clock));
                    return recorder.get();
                });
        SpaceTime diagram = recorder.get().diagram();
        assertThat(report.isOk()).isTrue();
        assertThat(diagram.messages())
                .hasSize((int) report.traffic().messages())
                .allMatch(SpaceTime.Message::isReceived)
                .allMatch(message -> message.sentAt() <= message.receivedAt());
        assertThat(diagram.spans().stream().filter(span -> span.activity() == Activity.HOLDING))
                .hasSize((int) report.claims().entries());
        assertThat(diagram.times()[diagram.times().length - 1]).isEqualTo(report.virtualNanos());
        assertThat(SpaceTimeFile.read(SpaceTimeFile.write(diagram)).messages()).hasSameSizeAs(diagram.messages());
    }

    @Test
    void crashesAndStatesAreTakenDown() {
        SpaceTimeRecorder recorder = SpaceTimeRecorder.inSteps("", 3);
        Trace.parse("""
                        nodes 3  protocol quorumlock  quorums majority  network fifo
                        acquire n1
                        crash n2
                        restart n2
                        vote n2
                        """).replay(recorder);
        SpaceTime diagram = recorder.diagram();
        assertThat(diagram.spans()).contains(new SpaceTime.Span(1, Activity.DOWN, 2, 3, ""));
        assertThat(diagram.marks()).contains(new SpaceTime.Mark(1, 1, 4, "votes again"));
        assertThat(diagram.states())
                .anySatisfy(state ->
                        assertThat(state.text()).contains("phase=WAITING").contains("stamp=1.n1"))
                .contains(new SpaceTime.State(1, 2, "crashed"))
                .anySatisfy(state -> assertThat(state.text()).contains("incarnation=1"));
    }

    @Test
    void linksThatAreCutInASimulationAreCutInItsDiagram() {
        AtomicReference<SpaceTimeRecorder> recorder = new AtomicReference<>();
        Faults outages = new Faults(0, 0, 0, 0.05, 0, 0, 0);
        SimulationReport report = Simulator.run(
                Simulation.of(Setup.usual(new QuorumLock(), 5), 3, Load.of(new Arrivals.Burst(2), 30))
                        .with(outages),
                List.of(),
                clock -> {
                    recorder.set(SpaceTimeRecorder.inTime("five nodes", 5, clock));
                    return recorder.get();
                });
        assertThat(report.injected()).containsKey("isolated nodes");
        SpaceTime diagram = recorder.get().diagram();
        assertThat(diagram.cuts()).isNotEmpty().allMatch(cut -> cut.begin() < cut.end());
        assertThat(diagram.states()).isEmpty();
        for (SpaceTime.Message message : diagram.messages()) {
            assertThat(diagram.cuts())
                    .noneMatch(cut -> cut.from() == message.from()
                            && cut.to() == message.to()
                            && message.isReceived()
                            && cut.begin() < message.receivedAt()
                            && message.receivedAt() < cut.end());
        }
    }

    @Test
    void lossesCopiesAndSuspicionsAreShown() {
        SpaceTimeRecorder recorder = SpaceTimeRecorder.inSteps("faults", 3);
        Trace.parse("""
                        nodes 3  protocol quorumlock  quorums majority  network unordered
                        acquire n1 shared lock=orders
                        duplicate n1->n2
                        deliver n1->n2
                        suspect n1 of n2
                        reset n1--n2
                        """).replay(recorder);
        assertThat(TextDrawing.draw(recorder.diagram())).isEqualTo("""
                        faults
                        step   n1                        n2                        n3
                           1   ┊                         │                         │   n1 waits orders
                           2   ┊──Request 1.n1 shared …─╳│                         │   does not arrive
                           3   ┊──Request 1.n1 shared …─▶│                         │   sent 1
                           3   ┊╳─Grant 1.n1 #1 lock=o…──│                         │   does not arrive
                           4   ◆                         │                         │   suspects n2
                           4   ┊──Request 1.n1 shared lock=orders─────────────────╳│   does not arrive
                           5   ┊╌╌╌╌╌╌╌╌╌╌╌╌╳╌╌╌╌╌╌╌╌╌╌╌╌│                         │   link reset
                           5   ┊──Resync────────────────╳│                         │   does not arrive
                           5   ┊──Request 1.n1 shared …─╳│                         │   does not arrive
                           5   ┊╳────────────────Resync──│                         │   does not arrive
                           5   ┊╳─Grant 1.n1 #1 lock=o…──│                         │   does not arrive
                               │ idle  ┊ waits  █ holds
                        """);
    }
}
