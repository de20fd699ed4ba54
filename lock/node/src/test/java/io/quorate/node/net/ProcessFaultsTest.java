package io.quorate.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.RecordingReceiver.What;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A peer in another process that is killed, stopped and continued. */
@Tag("threads")
@Tag("long")
class ProcessFaultsTest {
    private static final NodeId A = NodeId.of(0);
    private static final NodeId B = NodeId.of(1);

    private final RecordingReceiver atA = new RecordingReceiver();
    private final List<Process> processes = new ArrayList<>();
    private Roster roster;
    private Transport a;

    @BeforeEach
    void openA() throws Exception {
        roster = FreePorts.roster("processes", 2);
        a = EchoNode.transport(roster, A, 1);
        a.open(atA);
    }

    @AfterEach
    void endAll() {
        a.close();
        processes.forEach(Process::destroyForcibly);
    }

    private Process startB(int incarnation) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                EchoNode.class.getName(),
                "1",
                String.valueOf(incarnation)));
        roster.members().forEach(member -> command.add(String.valueOf(member.port())));
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        processes.add(process);
        return process;
    }

    private static void signal(Process process, String signal) throws Exception {
        int result = new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid()))
                .start()
                .waitFor();
        assertThat(result).isZero();
    }

    private void assertEchoes(String text) {
        atA.await("the echo of " + text, each -> {
            TransportContract.offer(a, B, text); // said again, as after any reset
            return each.framesFrom(B).contains(text);
        });
    }

    @Test
    void aKilledPeerIsSuspectedAtOnceAndItsNextIncarnationIsTrusted() throws Exception {
        Process first = startB(1);
        atA.awaitTrust(B);
        assertEchoes("one");
        first.destroyForcibly().waitFor();
        atA.awaitSuspicion(B);
        long resets = atA.count(What.RESET, B);
        startB(2);
        atA.awaitTrust(B);
        assertThat(atA.count(What.RESET, B)).isEqualTo(resets + 1);
        assertEchoes("two");
    }

    @Test
    void aStoppedPeerIsSuspectedAndResetAndTrustedWhenItGoesOn() throws Exception {
        Process process = startB(1);
        atA.awaitTrust(B);
        signal(process, "STOP");
        byte[] frame = new byte[1000];
        while (a.offer(B, frame, frame.length)) {
            assertThat(atA.trusts(B))
                    .as("the link fills before the silence is too long")
                    .isTrue();
        }
        atA.awaitSuspicion(B);
        long resets = atA.count(What.RESET, B);
        signal(process, "CONT");
        atA.awaitTrust(B);
        assertThat(atA.count(What.RESET, B)).isGreaterThan(resets);
        assertEchoes("back");
    }
}
