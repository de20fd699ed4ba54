package io.quorate.node.net.tcp;

import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.net.link.LinkSupervisor;
import java.io.DataInput;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.util.Objects;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.EmptyMessage;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.Version;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.logging.NoopLogImpl;
import org.jgroups.protocols.TCP;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.SeqnoList;
import org.jspecify.annotations.Nullable;

/**
 * JGroups' TCP, but careful with what it reads. As it comes, it deserialises any Java object that a message carries, as soon
 * as it is read and before anybody has asked who sent it; it allocates what a length inside a message says; and after a
 * message that it cannot read it goes on in the middle of it. Here a message is read whole, within its limit; only the
 * kinds that our stack itself uses are let in; and whatever is amiss ends the connection.
 */
public final class ChannelTcp extends TCP {
    /** No message of ours is longer: a frame and its headers, or a view of a thousand members. */
    static final int MESSAGE_LENGTH_MAX = 128 * 1024;

    private static final int PREFIX_LENGTH = 3;
    private static final int LIST = 1;
    private static final int MULTICAST = 2;
    private static final short SEQNO_LIST = ClassConfigurator.getMagicNumber(SeqnoList.class);
    private static final ThreadLocal<byte[]> BUFFER = ThreadLocal.withInitial(() -> new byte[1024]);

    private volatile @Nullable LinkSupervisor events;

    /** Made by JGroups when it reads the stack file. */
    public ChannelTcp() {
        setId(ClassConfigurator.getProtocolId(TCP.class)); // the number under which its header travels
    }

    @Override
    public void start() throws Exception {
        super.start();
        srv.log(new NoopLogImpl()); // what is cut off is told; that connections come and go at each start is no news
    }

    /** Whom to tell of what was cut off. */
    void tellMalformed(LinkSupervisor to) {
        events = to;
    }

    @Override
    public void receive(Address sender, DataInput in, int length) throws Exception {
        try {
            readAndReceive(sender, in, length);
        } catch (EOFException | SocketException connectionEnded) {
            throw connectionEnded;
        } catch (Exception malformed) {
            LinkSupervisor told = events;
            if (told != null) {
                told.malformed(String.valueOf(sender), malformed);
            }
            throw malformed; // so the connection is closed
        }
    }

    private void readAndReceive(Address sender, DataInput in, int length) throws IOException, ClassNotFoundException {
        if (length < PREFIX_LENGTH || length > MESSAGE_LENGTH_MAX) {
            throw new MalformedFrameException("a message of " + length + " bytes");
        }
        byte[] bytes = BUFFER.get();
        if (bytes.length < length) {
            bytes = new byte[Math.min(MESSAGE_LENGTH_MAX, length * 2)];
            BUFFER.set(bytes);
        }
        in.readFully(bytes, 0, length);
        if (!Objects.equals(local_physical_addr, sender)) { // else it was handed up when it was sent
            receive(new ByteArrayDataInputStream(bytes, 0, length), sender);
        }
    }

    private void receive(ByteArrayDataInputStream in, Address sender) throws IOException, ClassNotFoundException {
        short version = in.readShort();
        if (!Version.isBinaryCompatible(version)) {
            throw new MalformedFrameException("a message of JGroups " + Version.print(version) + "; this is "
                    + Version.printVersion() + ": run the same release at all nodes");
        }
        int flags = in.readByte();
        if ((flags & LIST) != 0) {
            throw new MalformedFrameException("several messages in one from " + sender + "; our stack sends none");
        }
        Message message = emptyMessage(in.readShort());
        message.readFrom(in);
        boolean forAll = (flags & MULTICAST) != 0;
        if (forAll || !unicastDestMismatch(message.getDest())) {
            msg_processing_policy.process(message, message.isFlagSet(Message.Flag.OOB));
        }
    }

    private static Message emptyMessage(short type) {
        return switch (type) {
            case Message.BYTES_MSG -> new LimitedBytes();
            case Message.EMPTY_MSG -> new EmptyMessage();
            case Message.OBJ_MSG -> new MissingNumbers();
            default -> throw new MalformedFrameException("a message of type " + type + "; our stack sends none");
        };
    }

    private static void requireAtMost(int claimed, int present) {
        if (claimed > present) {
            throw new MalformedFrameException("a length of " + claimed + " where " + present + " bytes are left");
        }
    }

    /** Bytes, not more than have come. */
    private static final class LimitedBytes extends BytesMessage {
        @Override
        public void readPayload(DataInput in) throws IOException {
            ByteArrayDataInputStream bytes = (ByteArrayDataInputStream) in;
            int start = bytes.position();
            requireAtMost(bytes.readInt(), bytes.limit() - bytes.position());
            bytes.position(start);
            super.readPayload(bytes);
        }
    }

    /** The one object that our stack sends: which messages somebody misses. */
    private static final class MissingNumbers extends ObjectMessage {
        @Override
        public void readPayload(DataInput in) throws IOException, ClassNotFoundException {
            ByteArrayDataInputStream bytes = (ByteArrayDataInputStream) in;
            int start = bytes.position();
            if (bytes.readByte() != 1 || bytes.readShort() != SEQNO_LIST) {
                throw new MalformedFrameException("an object in a message; our stack sends none but lists of numbers");
            }
            requireAtMost(bytes.readInt() / Byte.SIZE, bytes.limit() - bytes.position());
            bytes.position(start);
            super.readPayload(bytes);
        }
    }
}
