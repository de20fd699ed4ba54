// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.admin;

import io.quorate.api.Health;
import io.quorate.api.LockAdmin;
import io.quorate.api.LockDescription;
import io.quorate.api.LockListing;
import io.quorate.api.LocksConfig;
import io.quorate.api.RosterChange;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.ClusterNode;
import io.quorate.node.Exposure;
import io.quorate.node.health.NodeHealth;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.Roster;
import io.quorate.node.net.TransportException;
import io.quorate.node.net.tcp.AdminConnection;
import io.quorate.node.part.PartDesk;
import io.quorate.node.roster.ChangeText;
import io.quorate.node.roster.RosterReport;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks a running cluster from outside, for programs of operators: has no vote, takes no lock, is no member. Any one node that
 * answers is enough; it asks all others. Those that it cannot reach are called directly, if it is known where they are.
 */
public final class AdminClient {
    private static final EventLog LOG = EventLog.of(AdminClient.class);

    private final LocksConfig config;
    private final String client;
    private final String who;
    private final Duration timeout;
    private final AtomicLong lastId = new AtomicLong();

    /** The outcome of a request to free a lock. */
    public record Release(LockDescription before, Map<String, Integer> actedAt) implements LockAdmin.Release {
        public Release {
            actedAt = Collections.unmodifiableMap(new LinkedHashMap<>(actedAt));
        }

        /** As the nodes say, by their names. */
        static Release of(LockDescription before, Map<String, NodeReport> reports) {
            Map<String, Integer> actedAt = new LinkedHashMap<>();
            before.holders().forEach(holder -> {
                NodeReport report = reports.get(holder.nodeId());
                actedAt.put(holder.nodeId(), report == null ? 0 : report.acted());
            });
            return new Release(before, actedAt);
        }
    }

    /** A node does not do this for the client, for the certificate has not the role that it needs. */
    public static final class RefusedException extends TransportException {
        private static final long serialVersionUID = 1L;

        RefusedException(String whatHappenedAndWhatToDo) {
            super(whatHappenedAndWhatToDo);
        }
    }

    /**
     * A visit still to be made.
     *
     * @param config says where nodes of the cluster are, what it is called and whether it speaks TLS
     * @param client what the client is called; over TLS its certificate must name it
     * @param who the person and process behind it, in words, for the log of the nodes
     * @param timeout how long a node may take to answer
     */
    public AdminClient(LocksConfig config, String client, String who, Duration timeout) {
        this.config = asVisitor(config).validate();
        Exposure.of(this.config).require();
        this.client = client;
        this.who = who;
        this.timeout = timeout;
    }

    /** The holders and waiters of the lock; throws {@link TransportException} if no node answers. */
    public LockDescription describe(String lock) {
        LockName name = LockName.of(lock);
        return ask(AdminRequest.describe(name)).descriptions().describe(name);
    }

    /** The locks in use with this prefix, at most {@code max}; throws {@link TransportException} if no node answers. */
    public LockListing list(String prefix, int max) {
        return ask(AdminRequest.list(prefix, max)).descriptions().list(max);
    }

    /** Asks the holder to give the lock back; throws {@link TransportException} if no node answers. */
    public Release askRelease(String lock) {
        return act(new AdminRequest(
                AdminRequest.Kind.ASK_RELEASE, LockName.of(lock).toString(), 1, 0, who));
    }

    /**
     * Revokes the hold of the lock; throws {@link TransportException} if no node answers.
     *
     * @param fence only from the holder with this fence; 0 for any holder
     */
    public Release revoke(String lock, long fence) {
        return act(new AdminRequest(AdminRequest.Kind.REVOKE, LockName.of(lock).toString(), 1, fence, who));
    }

    /** The place of the first node that answers among the others; empty if it has a roster. */
    public String place() {
        return ask(AdminRequest.place(), false).reports.values().stream()
                .map(report -> report.text().replace(PartDesk.LINE_END, '\n'))
                .collect(Collectors.joining());
    }

    /**
     * The health of nodes.
     *
     * @param nodes by their ids, in the order of the roster
     * @param silent the ids of the members that did not answer
     */
    public record ClusterHealth(Map<String, Health> nodes, List<String> silent) {
        public ClusterHealth {
            nodes = new LinkedHashMap<>(nodes);
        }
    }

    /** The health of every member; throws {@link TransportException} if no node answers. */
    public ClusterHealth health() {
        return health(true);
    }

    /** The health of the first node that answers; throws {@link TransportException} if none does. */
    public ClusterHealth healthOfOne() {
        return health(false);
    }

    private ClusterHealth health(boolean ofAll) {
        Gathered gathered = ask(AdminRequest.health(), ofAll);
        Map<String, Health> nodes = new LinkedHashMap<>();
        gathered.reports.forEach((id, report) -> nodes.put(id, NodeHealth.ofLine(report.text())));
        return new ClusterHealth(nodes, gathered.silent);
    }

    /** Where the node with this number is, as far as the one at the other end can find out; empty if nobody has it. */
    public static String whereIs(NodeId node, AdminConnection line) {
        return askOne(AdminRequest.where(node.toString()), line);
    }

    /** The answer of the connected node, in words. */
    public static String askOne(AdminRequest request, AdminConnection line) {
        ByteSink question = new AdminMessages.Question(1, false, request).toBytes();
        line.send(question.buffer(), question.length());
        return AdminMessages.Report.read(answerOf(line)).report().text();
    }

    /** The roster as known by the first node that answers; throws {@link TransportException} if none answers, or it has none. */
    public RosterReport roster() {
        return ask(AdminRequest.roster(), false).reports.values().stream()
                .map(report -> rosterOf(report.text()))
                .findFirst()
                .orElseThrow(AdminClient::noRoster);
    }

    private static RosterReport rosterOf(String line) {
        if (line.isEmpty()) {
            throw noRoster();
        }
        return RosterReport.ofLine(line);
    }

    private static TransportException noRoster() {
        return new TransportException(
                "the node that answered has no roster that can change: its protocol is not quorumlock");
    }

    /** Changes the roster; the refusal in words, or empty if it was decided. Throws {@link TransportException} if no node answers. */
    public String changeRoster(RosterChange change) {
        return ask(AdminRequest.changeRoster(ChangeText.of(change)), false).reports.values().stream()
                .map(NodeReport::text)
                .findFirst()
                .orElse("no node has answered");
    }

    private static byte[] answerOf(AdminConnection line) {
        byte[] answer = line.receive();
        if (answer.length > 0 && answer[0] == AdminMessages.REFUSED) {
            throw new RefusedException("node " + line.memberId() + " refuses this: "
                    + AdminMessages.Refused.read(answer).why());
        }
        return answer;
    }

    private Release act(AdminRequest request) {
        Gathered gathered = ask(request);
        return Release.of(gathered.descriptions().describe(request.lock()), gathered.reports);
    }

    /** The roster is null if there is none. */
    private record Gathered(@Nullable Roster roster, Map<String, NodeReport> reports, List<String> silent) {
        Descriptions descriptions() {
            Set<String> members = roster == null
                    ? null
                    : roster.members().stream().map(Roster.Member::id).collect(Collectors.toSet());
            return new Descriptions(members, reports, silent);
        }
    }

    private Gathered ask(AdminRequest request) {
        return ask(request, true);
    }

    private Gathered ask(AdminRequest request, boolean ofAll) {
        List<String> failures = new ArrayList<>();
        for (LocksConfig.Member member : config.members()) {
            try (AdminConnection line = call(member)) {
                Map<String, NodeReport> reports = new LinkedHashMap<>();
                Roster roster = roster(line.roster());
                List<String> silent = answersOf(line, request, ofAll, reports);
                return new Gathered(roster, reports, stillSilent(silent, roster, request, reports));
            } catch (RefusedException refusal) {
                throw refusal; // another node would say the same
            } catch (TransportException | MalformedFrameException failure) {
                failures.add(failure.getMessage());
            }
        }
        throw new TransportException(
                "no node of the cluster " + config.cluster() + " answers: " + String.join("; ", failures)
                        + ". Start one of them, or check hosts, ports and the name of the cluster");
    }

    /** Calls the nodes itself that the first one has not heard; gives those that are silent nevertheless. */
    private List<String> stillSilent(
            List<String> silent, @Nullable Roster roster, AdminRequest request, Map<String, NodeReport> reports) {
        List<String> still = new ArrayList<>();
        if (roster == null) {
            return silent; // nobody knows where they are whom the node that was asked cannot reach
        }
        for (String id : silent) {
            LocksConfig.Member at = addressOf(id, roster);
            if (!mayCall(at)) {
                LOG.say(LogEvent.ADMIN_NOT_CALLED, id, at.host());
                still.add(id);
                continue;
            }
            try (AdminConnection line = call(at)) {
                answersOf(line, request, false, reports);
            } catch (TransportException | MalformedFrameException noAnswer) {
                LOG.sayWith(LogEvent.ADMIN_NO_ANSWER, noAnswer, id);
                still.add(id);
            }
        }
        return still;
    }

    /** A node may say that others are beyond this machine. */
    private boolean mayCall(LocksConfig.Member at) {
        return Exposure.of(config, List.of(new Roster.Member(at.id(), at.host(), at.port()).address()))
                .isPermitted();
    }

    /** Where we were told that the member is; else where the nodes say. */
    private LocksConfig.Member addressOf(String id, Roster roster) {
        Roster.Member listed = roster.member(roster.node(id));
        return config.members().stream()
                .filter(member -> member.id().equals(id))
                .findFirst()
                .orElse(new LocksConfig.Member(id, listed.host(), listed.port()));
    }

    private AdminConnection call(LocksConfig.Member member) {
        AdminConnection line = AdminConnection.call(
                InetSocketAddress.createUnresolved(member.host(), member.port()),
                config.cluster(),
                client,
                who,
                config.tls(),
                timeout);
        String answering = line.memberId();
        if (config.tls() != null && hasOwnId(member) && !answering.equals(member.id())) {
            line.close(); // a certificate proves who answers, not that it is a member
            throw new TransportException("at " + member.host() + ":" + member.port() + " \"" + answering
                    + "\" answers instead of \"" + member.id()
                    + "\", so nothing was asked: give the members by the ids that they have");
        }
        return line;
    }

    /** Whether somebody has said what the member is called, and not only where it is. */
    private static boolean hasOwnId(LocksConfig.Member member) {
        return !member.id().equals(member.host()) && !member.id().equals(member.host() + ":" + member.port());
    }

    private @Nullable Roster roster(List<String> members) {
        return members.isEmpty()
                ? null
                : ClusterNode.roster(asVisitor(LocksConfig.of(members).cluster(config.cluster())));
    }

    /** A client is none of the members, so its configuration need not say which of them it is. */
    private static LocksConfig asVisitor(LocksConfig config) {
        return config.guest("admin");
    }

    /** Adds what the node knows, and what it heard from others; gives those that it heard nothing from. */
    private List<String> answersOf(
            AdminConnection line, AdminRequest request, boolean ofAll, Map<String, NodeReport> reports) {
        long id = lastId.incrementAndGet();
        ByteSink question = new AdminMessages.Question(id, ofAll, request).toBytes();
        line.send(question.buffer(), question.length());
        while (true) {
            byte[] answer = answerOf(line);
            if (answer.length > 0 && answer[0] == AdminMessages.END) {
                return AdminMessages.End.read(answer).silent();
            }
            AdminMessages.Report report = AdminMessages.Report.read(answer);
            if (report.id() == id) {
                reports.put(report.nodeId(), report.report());
            }
        }
    }
}
