package io.quorate.node.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.tcp.JChannelTransport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.Receiver;
import org.jgroups.protocols.FORK;
import org.jgroups.util.Util;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract over channels that the application had before; each node shares one of its own. */
@Tag("long")
class SharedChannelTest extends TransportContract {
    private final List<JChannel> channels = new ArrayList<>();
    private final Roster roster = new Roster(
            "shared",
            List.of(
                    new Roster.Member("a", "anywhere", 1),
                    new Roster.Member("b", "anywhere", 2),
                    new Roster.Member("c", "anywhere", 3)));

    @Override
    public Transport newTransport(NodeId self, int incarnation) throws Exception {
        return over(applicationChannel(), self, incarnation);
    }

    private Transport over(JChannel channel, NodeId self, int incarnation) {
        return new JChannelTransport(roster, self, incarnation, "quorum-lock", LinkSettings.usual(), channel);
    }

    private JChannel applicationChannel() throws Exception {
        JChannel channel = new JChannel(Util.getTestStack(new FORK()));
        channels.add(channel);
        channel.connect("application");
        return channel;
    }

    @AfterEach
    void closeChannels() {
        closeAll();
        channels.forEach(JChannel::close);
    }

    @Test
    void theApplicationGoesOnUsingItsChannelAndKeepsItAfterwards() throws Exception {
        List<Object> heard = new CopyOnWriteArrayList<>();
        JChannel one = applicationChannel();
        JChannel other = applicationChannel();
        other.setReceiver(new Receiver() {
            @Override
            public void receive(Message message) {
                heard.add(message.getObject());
            }
        });
        RecordingReceiver atA = new RecordingReceiver();
        RecordingReceiver atB = new RecordingReceiver();
        Transport a = over(one, A, 1);
        Transport b = over(other, B, 1);
        a.open(atA);
        b.open(atB);
        atA.awaitTrust(B);
        atB.awaitTrust(A);
        one.send(new ObjectMessage(other.getAddress(), "application to application"));
        assertThat(offer(a, B, "lock to lock")).isTrue();
        atB.await("the frame", each -> each.framesFrom(A).size() == 1);
        Awaitility.await().atMost(RecordingReceiver.DEADLINE).until(() -> heard.size() == 1);
        a.close();
        b.close();
        assertThat(one.isConnected()).isTrue();
        one.send(new ObjectMessage(other.getAddress(), "still there"));
        Awaitility.await().atMost(RecordingReceiver.DEADLINE).until(() -> heard.size() == 2);
        assertThat(heard).containsExactly("application to application", "still there");
        assertThat(atB.framesFrom(A)).containsExactly("lock to lock");
    }

    @Test
    void aChannelThatDiesIsSuspectedAtTheOthers() throws Exception {
        JChannel dying = applicationChannel();
        RecordingReceiver atA = new RecordingReceiver();
        RecordingReceiver atB = new RecordingReceiver();
        open(A, 1, atA);
        try (Transport b = over(dying, B, 1)) {
            b.open(atB);
            atA.awaitTrust(B);
            atB.awaitTrust(A);
            Util.shutdown(dying); // without a word of farewell
            atA.awaitSuspicion(B);
        }
    }

    @Test
    void aChannelThatCannotBeSharedIsRefused() throws Exception {
        JChannel channel = new JChannel(Util.getTestStack());
        channels.add(channel);
        assertThatThrownBy(() -> over(channel, A, 1).open(new RecordingReceiver()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("connect it before");
        channel.connect("application");
        assertThatThrownBy(() -> over(channel, A, 1).open(new RecordingReceiver()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("add <FORK/>");
    }
}
