// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.RecordingReceiver.What;
import io.quorate.node.net.link.Hello;
import io.quorate.node.net.link.Packet;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A peer in another process that is killed, stopped and continued. */
@Tag("threads")
class ProcessFaultsTest {
    private static final NodeId A = NodeId.of(0);
    private static final NodeId B = NodeId.of(1);

    /** What a Java process needs, and a few more. */
    private static final int DESCRIPTORS = 90;

    /** A user that nobody else is. */
    private static final List<String> AS_SOMEBODY =
            List.of("setpriv", "--reuid=54321", "--regid=54321", "--clear-groups", "--");

    private final RecordingReceiver atA = new RecordingReceiver();
    private final List<Process> processes = new ArrayList<>();
    private Roster roster;
    private Transport a;

    @TempDir
    private Path directory;

    private Path logOfB = Path.of("");

    @BeforeEach
    void openA() throws Exception {
        roster = FreePorts.roster("processes", 2);
        logOfB = directory.resolve("b.log");
        a = EchoNode.transport(roster, A, 1);
        a.open(atA);
    }

    @AfterEach
    void endAll() {
        a.close();
        processes.forEach(Process::destroyForcibly);
    }

    private Process startB(long incarnation) throws Exception {
        return startB(incarnation, List.of());
    }

    private Process startB(long incarnation, List<String> before) throws Exception {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                EchoNode.class.getName(),
                "1",
                String.valueOf(incarnation)));
        roster.members().forEach(member -> command.add(String.valueOf(member.port())));
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(logOfB.toFile())
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
    @Tag("long")
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
    @Tag("long")
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

    /** The acceptor once died of it, and the node limped on. */
    @Test
    void aNodeWithoutDescriptorsKeepsItsConnectionsSaysSoAndRecovers() throws Exception {
        startB(1, List.of("bash", "-c", "ulimit -n " + DESCRIPTORS + " && exec \"$@\"", "bash"));
        atA.awaitTrust(B);
        List<Socket> callers = new ArrayList<>();
        try {
            Awaitility.await("no descriptor left")
                    .atMost(RecordingReceiver.DEADLINE)
                    .until(() -> {
                        for (int host = 1; host < 10; host++) {
                            callers.add(callB("127.0.0." + host));
                        }
                        return Files.readString(logOfB)
                                .contains("b cannot accept a connection: the system has no descriptor");
                    });
            assertEchoes("still here");
        } finally {
            for (Socket caller : callers) {
                caller.close();
            }
        }
        a.close();
        a = EchoNode.transport(roster, A, 2);
        a.open(atA);
        atA.awaitTrust(B);
        assertEchoes("a new connection");
    }

    /** The timekeeper once died of it. Limits of threads do not count for root, so the process has another user. */
    @Test
    void aNodeWithoutThreadsKeepsItsConnectionsSaysSoAndRecovers() throws Exception {
        assumeThreadsCanBeLimited();
        a.close();
        roster = FreePorts.roster("processes", 3);
        a = EchoNode.transport(roster, A, 1);
        a.open(atA);
        RecordingReceiver atC = new RecordingReceiver();
        Transport c = EchoNode.transport(roster, NodeId.of(2), 1);
        try {
            c.open(atC);
            Process b = startB(1, AS_SOMEBODY);
            atA.awaitTrust(B);
            atC.awaitTrust(B);
            limitThreads(b, "1");
            c.close();
            Awaitility.await("no thread left to call c")
                    .atMost(RecordingReceiver.DEADLINE)
                    .until(() -> Files.readString(logOfB).contains("b cannot start a thread: the system has no"));
            assertEchoes("still here");
            limitThreads(b, "$(prlimit --pid $0 --nproc -o HARD --noheadings | tr -d ' ')");
            awaitCallByB(roster.member(NodeId.of(2)).port());
            assertEchoes("as before");
        } finally {
            c.close();
        }
    }

    /** As it can only with a thread for it. The other member calls there, too. */
    private static void awaitCallByB(int port) throws IOException {
        try (ServerSocket listening = new ServerSocket(port, 10, InetAddress.getLoopbackAddress())) {
            listening.setSoTimeout((int) RecordingReceiver.DEADLINE.toMillis());
            String caller = "";
            while (!caller.equals("b")) {
                try (Socket socket = listening.accept()) {
                    Packet packet = new Packet();
                    packet.read(new DataInputStream(socket.getInputStream()));
                    caller = Hello.read(packet.content()).memberId();
                }
            }
        }
    }

    /** Changes the soft limit only, so that it can be raised again; {@code most} is a number or a command of the shell. */
    private static void limitThreads(Process process, String most) throws Exception {
        String command = "prlimit --pid $0 --nproc=" + most + ":";
        assertThat(runAsSomebody("sh", "-c", command, String.valueOf(process.pid())))
                .isZero();
    }

    private static void assumeThreadsCanBeLimited() throws Exception {
        boolean can = "root".equals(System.getProperty("user.name"))
                && run(List.of("sh", "-c", "command -v setpriv && command -v prlimit")) == 0
                && somebodyCanRead(EchoNode.class)
                && somebodyCanRead(NodeId.class);
        if (!can) {
            System.err.println(
                    "SKIPPED: a node without threads. It needs root, setpriv and prlimit, and classes that others may read.");
        }
        assumeTrue(can, "root, setpriv and prlimit are needed to limit the threads of a process");
    }

    /** It may be in a folder of classes or in a jar, perhaps below a home folder that is closed to others. */
    private static boolean somebodyCanRead(Class<?> type) throws Exception {
        Path place =
                Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path file = Files.isDirectory(place) ? place.resolve(type.getName().replace('.', '/') + ".class") : place;
        return runAsSomebody("test", "-r", file.toString()) == 0;
    }

    private static int runAsSomebody(String... command) throws Exception {
        List<String> all = new ArrayList<>(AS_SOMEBODY);
        all.addAll(List.of(command));
        return run(all);
    }

    private static int run(List<String> command) throws Exception {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    private Socket callB(String from) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
        socket.connect(
                new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), roster.member(B).port()),
                10_000);
        return socket;
    }
}
