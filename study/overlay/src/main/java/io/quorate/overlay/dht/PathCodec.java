package io.quorate.overlay.dht;

import io.quorate.core.model.Stamp;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.overlay.dht.PathMessage.Errand;
import io.quorate.overlay.dht.PathMessage.Gather;
import io.quorate.overlay.dht.PathMessage.GrantReq;
import java.util.ArrayList;
import java.util.List;

/** What {@link PathMessage} needs beyond the stamp and the replica. */
final class PathCodec {
    private static final int GRANT_REQ = 0;
    private static final int GATHER = 1;

    /** In the order of their numbers on the wire. */
    private static final List<Errand> ERRANDS = List.of(Errand.GATHER, Errand.RELEASE, Errand.YIELD);

    /** So many kinds there are, numbered from 0. */
    static final int KINDS = GATHER + ERRANDS.size();

    private PathCodec() {}

    static int kindOf(PathMessage message) {
        return message instanceof Gather gather ? GATHER + ERRANDS.indexOf(gather.errand()) : GRANT_REQ;
    }

    static void write(PathMessage message, ByteSink sink) {
        if (message instanceof GrantReq answer) {
            sink.writeStamp(answer.holder());
        } else if (message instanceof Gather gather) {
            sink.writeByte(gather.requests().size());
            gather.requests().forEach(sink::writeStamp);
        }
    }

    static PathMessage read(int kind, Stamp stamp, int replica, ByteSource source) {
        return kind == GRANT_REQ
                ? new GrantReq(stamp, replica, source.readStamp())
                : new Gather(stamp, replica, ERRANDS.get(kind - GATHER), readRequests(source));
    }

    /** They are sorted, so that no request is there twice. */
    private static List<Stamp> readRequests(ByteSource source) {
        int count = source.readChoice(Gather.REQUESTS_MAX + 1, "number of requests");
        List<Stamp> requests = new ArrayList<>();
        for (int place = 0; place < count; place++) {
            Stamp next = source.readStamp();
            if (place > 0 && !requests.get(place - 1).isBefore(next)) {
                throw new MalformedFrameException(
                        "requests that are not sorted: " + next + " is not after " + requests.get(place - 1));
            }
            requests.add(next);
        }
        return requests;
    }
}
