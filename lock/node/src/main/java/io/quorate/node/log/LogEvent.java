// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.log;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Every message that the library logs: its id, its level and its words. An id is written once, keeps its meaning, and is never used
 * again: programs watch for it. A message that is not needed any more leaves its number in {@link #RETIRED}. The page
 * docs/operate/log-messages.md explains each.
 */
public enum LogEvent {
    // Life of a node.
    JOINED(
            1,
            Level.INFO,
            "Joined the cluster {cluster} as {node}: {reachable} of {members} members are reachable, missing: "
                    + "{missing}. This node {votes}."),
    VOTING(2, Level.INFO, "Node {node} votes now: its restart interval is over."),
    JOIN_WAITS(
            3,
            Level.WARNING,
            "Node {node} has waited for {seconds} s to join the cluster {cluster}: no answer from "
                    + "{missing}{refusal}. Start them, or check the roster and the network."),
    PEER_LOST(4, Level.WARNING, "Member {peer} does not answer any more: this node goes on without it."),
    PEER_BACK(5, Level.INFO, "Member {peer} is reachable."),
    PEER_SLOW(6, Level.INFO, "Member {peer} takes much longer to answer than usual: other members vote instead."),
    PEER_NOT_SLOW(7, Level.INFO, "Member {peer} answers as fast as usual again."),
    NO_QUORUM(
            8,
            Level.ERROR,
            "Node {node} has had no quorum for {seconds} s, so no lock can be taken here: no answer from "
                    + "{missing}. Start them, or check the network."),
    QUORUM_BACK(9, Level.INFO, "Node {node} has a quorum again, after {seconds} s without."),

    // Holds.
    HOLD_LOST(
            10,
            Level.WARNING,
            "Lost the lock \"{lock}\" (fence {fence}) that {holder} has held for {held}, because {reason}. Treat "
                    + "the work done under it as unprotected."),
    HOLDS_LOST_MORE(11, Level.WARNING, "Lost {count} more locks, too many for a line each."),
    HOLD_OPEN(
            12,
            Level.WARNING,
            "The lock \"{lock}\" (fence {fence}) has been held by {holder} for {held}. Close the hold, or raise "
                    + "warnOpenAfter if this is right. {trace}"),
    HOLDS_OPEN_MORE(
            13,
            Level.WARNING,
            "{count} more locks have been held for longer than warnOpenAfter, too many for a line each."),

    // Connections with other nodes.
    PEER_UNRESPONSIVE(
            14,
            Level.WARNING,
            "Member {peer} at {address} takes connections but does not answer: its process is paused or "
                    + "overloaded. It is called again. Check that process."),
    CONNECTION_REPLACED(
            15, Level.INFO, "{peer} has a new connection from {remote}, which replaces the one from {before}"),
    AHEAD_OF_CLOCK(16, Level.WARNING, "Accepted, because its certificate proves its identity: {why}"),
    CLOCK_WELL(17, Level.INFO, "The clock of {peer} agrees with the local clock again."),
    CLOCK_SUSPICIOUS(
            18,
            Level.WARNING,
            "The clock of {peer} runs {difference} than the local clock, close to the limit of leases: check "
                    + "the clocks of both machines."),
    CLOCK_OFF(
            19,
            Level.ERROR,
            "The clock of {peer} runs {difference} than the local clock, beyond the limit of leases: it no longer counts. Correct the clocks of both machines, and restart the node whose clock was wrong."),
    TWIN_SEEN(
            20,
            Level.ERROR,
            "{node} sees two processes with the id of member {peer}: {both}. Neither counts, and both are told to "
                    + "end: start one of them again, and only one."),
    HANDSHAKE_FAILED(21, Level.WARNING, "{node} {verb} the node at {remote}: {why}"),
    TURNED_AWAY(
            22,
            Level.WARNING,
            "{node} rejected a connection from {remote}: too many pending handshakes. Members have reserved places. Keep other programs away from this port. Rejected so far: {times}"),
    CUT_OFF(
            23,
            Level.WARNING,
            "{node} cut off the connection with {remote}: {why}. None of its data was used. If it is not a node of this cluster, keep it away from this port. Cut off so far: {times}"),
    INSECURE_CALL(
            24,
            Level.WARNING,
            "{node} does not call {peer}: it is at {address} now, and without TLS a node connects only to its own machine. Give all nodes certificates, or say insecure()"),
    EXHAUSTED(
            25,
            Level.WARNING,
            "{node} cannot {what}: the system has no descriptor, thread or memory left for it ({why}). Existing connections continue, and it tries again. Raise the limits of this process (ulimit -n, ulimit -u, "
                    + "-Xmx), or look for what uses them up"),
    EXHAUSTED_BRIEFLY(
            26,
            Level.WARNING,
            "The system has no descriptor, thread or memory left. Existing connections continue, and it tries again."),
    LINKS_FAILED(27, Level.ERROR, "While {what}: {words}"),
    RECEIVER_FAILED(
            28,
            Level.ERROR,
            "the receiver failed on {what} from {peer}; the link goes on. Please report this as a bug"),
    FIRST_CALLS(29, Level.DEBUG, "first calls: {outcome}"),
    UNREACHABLE(30, Level.DEBUG, "cannot reach {peer}: {why}"),
    UNKNOWN_HOST(31, Level.DEBUG, "cannot look up {peer}: {why}"),
    CLOSING_FAILED(32, Level.DEBUG, "while closing"),
    CLOSED_MEANWHILE(33, Level.TRACE, "closed meanwhile"),
    REFUSING_FAILED(34, Level.DEBUG, "while refusing {remote}"),
    HANGING_UP_FAILED(35, Level.DEBUG, "while disconnecting {remote}"),
    CALLER_HUNG_UP(36, Level.DEBUG, "a client disconnected at once"),

    // Frames.
    FRAME_REFUSED(
            37,
            Level.WARNING,
            "Refused frame number {number} from node {node}: {why}. Check that all nodes run the same version."),
    FRAME_DROPPED(
            38,
            Level.WARNING,
            "Dropped frame number {number}, because node {node} sends faster than this one reads. Find out what keeps this one busy."),
    REFUSED_BY(39, Level.WARNING, "Refused by {node}: {why}"),

    // Security and operators.
    INSECURE(
            40,
            Level.WARNING,
            "INSECURE: the cluster {cluster} runs without TLS, because its configuration says insecure(). Any "
                    + "host that reaches {addresses} can read what is locked by whom, pass itself off as a member, take "
                    + "every lock and revoke every hold. Make certificates (\"quorate certs\") and give them to every "
                    + "node, with tls(...) or --tls-cert."),
    TLS_ON(41, Level.INFO, "{node} speaks TLS only; its certificate {validity}"),
    CERTIFICATE_READ(42, Level.INFO, "{node} has read its new certificate, which {validity}; new connections use it"),
    CERTIFICATE_KEPT(43, Level.WARNING, "{node} keeps its certificate, because the new files cannot be used: {why}"),
    CERTIFICATE_EXPIRES(44, Level.WARNING, "{certificate} expires at {end}: replace it before, no restart is needed"),
    KEY_READABLE(
            45,
            Level.WARNING,
            "other users can read the secret file {file}: chmod 600 {file}, or set defaultMode: 0400 "
                    + "for a volume of Kubernetes"),
    KEY_RIGHTS_UNKNOWN(46, Level.DEBUG, "cannot read the permissions of {file}"),
    ROLES_READ(47, Level.INFO, "The file of roles {file} was read again: it lists {names}."),
    ROLES_KEPT(48, Level.WARNING, "The previous roles stay in force, because the changed file cannot be used: {why}"),
    AUDIT_ALLOWED(49, Level.WARNING, "AUDIT: allowed: {who} asks for {what}"),
    AUDIT_REFUSED(50, Level.WARNING, "AUDIT: refused: {who} asks for {what}: {why}. Refused so far: {times}"),
    AUDIT_REVOKED(
            51,
            Level.WARNING,
            "AUDIT: the lock \"{lock}\" (fence {fence}) was taken by force from {holder} of node {node}, wanted "
                    + "by {who}"),
    ADMIN_REFUSED(52, Level.WARNING, "{node} refused the admin client {client} from {remote}: {why}"),
    ADMIN_REJECTED(
            53,
            Level.WARNING,
            "Rejected the admin request of {client}: too many wait, or this node closes. Ask again."),
    ADMIN_FAILED(54, Level.ERROR, "An admin request could not be answered. Please report this."),
    ADMIN_NOT_CALLED(55, Level.DEBUG, "not called without TLS: {node} at {host}"),
    ADMIN_NO_ANSWER(56, Level.DEBUG, "no answer from {node}"),
    PEER_QUERY(57, Level.DEBUG, "query {query} to {nodes}: {outcome}"),

    // Callbacks of the application.
    CALLBACKS_FULL(
            58,
            Level.WARNING,
            "{limit} callbacks of the application wait for a thread, which is the limit: acquireAsync is refused "
                    + "until some have run. Do not block in callbacks: use thenAcceptAsync, or give "
                    + "LocksConfig.callbackExecutor. LockStatistics.callbacksRefused counts the refusals; this is said "
                    + "once."),
    EXECUTOR_REJECTS(
            59,
            Level.WARNING,
            "The executor for callbacks has rejected one; threads of the library run those. Give it more room, "
                    + "or keep it open as long as the locks. This is said once."),
    CALLBACK_THREW(60, Level.WARNING, "A callback of the application has thrown; nothing else is affected."),
    LISTENER_THREW(61, Level.WARNING, "A listener of locks has thrown; nothing else is affected."),
    NO_CALLBACK_THREAD(
            62,
            Level.WARNING,
            "The system has no thread left for callbacks: they wait. Raise the limits of this process (ulimit "
                    + "-u, -Xmx)."),
    ONE_NOT_TOLD(63, Level.WARNING, "A waiting thread could not be told yet; the node tries again."),

    // Start, stop and disk.
    PROTOCOL_LIMIT(64, Level.WARNING, "The protocol {protocol} {limit}"),
    STATE_FILE_GONE(
            65,
            Level.WARNING,
            "The data directory {directory} was used before, but {file} is not there any more: this node uses its clock instead, as without a data directory, and stores its state again from now on."),
    DIRECTORY_COPIED(
            108,
            Level.WARNING,
            "The data directory {directory} was copied or brought back from a backup: what the node promised since then is not in it. This start counts no clean stop, grants nothing for a lease, and takes its number from the clock. Replace the member instead."),
    CLOCK_WAS_AHEAD(
            66,
            Level.WARNING,
            "The clock of this machine was {ahead} ahead when the data directory {directory} was first used, or "
                    + "is behind by as much now: the file {file} has the number {number}, from which starts are counted. "
                    + "Set the clock. With TLS the other nodes accept this one. Without TLS they refuse it: then stop it, "
                    + "remove that file, and start it again."),
    CLEAN_STOP_NOT_WRITTEN(
            67,
            Level.WARNING,
            "The clean stop of this node could not be recorded in the data directory {directory}, so its "
                    + "next start grants nothing for a lease."),
    DIRECTORY_NOT_CLOSED(68, Level.WARNING, "The lock of the data directory {directory} could not be closed."),
    WRITE_AFTER_END(69, Level.DEBUG, "a write after the end"),
    STOOD_STILL(
            70,
            Level.WARNING,
            "This machine was suspended, or its clock was set forward: all holds of this node count as lost."),
    HOLDS_STILL_OPEN(
            71,
            Level.WARNING,
            "This process ends while locks are held: within {millis} ms not all were closed. They stay taken until "
                    + "their lease ends. Close holds when the process shuts down, or set LocksConfig.shutdownGrace higher."),
    LEAVE_NOT_CONFIRMED(
            72,
            Level.WARNING,
            "Node {node} did not confirm within {millis} ms that this node has left; if it missed the last releases, those locks stay taken until their lease ends."),
    SHUTTING_DOWN(73, Level.ERROR, "Shutting down this node, because {reason}: {detail}."),
    NODE_ENDED(
            74,
            Level.ERROR,
            "Node {node} ends, because {reason}. Its holds are lost. Start it again; report it as a bug unless "
                    + "memory, threads or descriptors ran out."),
    NODE_NOT_TIDIED(75, Level.WARNING, "Node {node} has ended, and cannot close everything yet; it tries again."),
    ENDED_MEANWHILE(76, Level.DEBUG, "this node has ended meanwhile"),
    JOURNAL_NOT_WRITTEN(77, Level.WARNING, "The log could not be written. The node goes on."),
    SHUTS_DOWN_ALREADY(78, Level.DEBUG, "the process shuts down already: {what}"),

    // Connections that are ended from here.
    SLOW_READER(
            79,
            Level.WARNING,
            "Disconnected {whom} {peer} at {remote}: {bytes} bytes wait for it, and it does not read them. The limit is {one} for one and {all} for all. It may connect again: find out why it is slow. Disconnected so far: "
                    + "{times}"),
    AUDIT_CUT_OFF(80, Level.WARNING, "AUDIT: cut off: {who} {peer} from {remote}: {why}"),
    NEW_CERTIFICATE_SHOWN(81, Level.INFO, "{node} shows its new certificate to {remote}: it connects again."),

    // Listeners and elections.
    HEALTH_LISTENER_THREW(82, Level.WARNING, "A health listener has thrown; nothing else is affected."),
    ELECTION_LISTENER_THREW(
            83,
            Level.WARNING,
            "The listener of the election \"{election}\" has thrown. If it was in gained, the leadership is given "
                    + "up; else nothing is affected."),
    ELECTION_STEP_FAILED(84, Level.ERROR, "The election \"{election}\" has failed at a step; it goes on."),
    ELECTION_ASKS_AGAIN(85, Level.DEBUG, "the election \"{election}\" asks again"),
    ELECTION_NO_THREAD(86, Level.DEBUG, "no thread for a callback of the election \"{election}\" yet"),

    // Semaphores.
    PERMITS_DIFFER(
            87,
            Level.WARNING,
            "The semaphore \"{semaphore}\" has {here} permits at this node, but {there} at {where}: up to {most} permits "
                    + "are given at a time. Give every node the same number."),
    PERMITS_NOT_COMPARED(
            88,
            Level.DEBUG,
            "the number of permits of the semaphore \"{semaphore}\" was not compared with that of other nodes"),

    // The HTTP server.
    HTTP_FAILED(89, Level.ERROR, "An HTTP request has failed; the server goes on. Please report this."),
    HTTP_CHORE_FAILED(
            90,
            Level.ERROR,
            "A background task of the HTTP server has failed; the server goes on. Please report this."),
    HTTP_INSECURE(
            91,
            Level.WARNING,
            "INSECURE: the HTTP server at {address} lets other hosts in without TLS, because its configuration says "
                    + "insecure(). {risk}"),
    HTTP_CALLER_UNKNOWN(92, Level.DEBUG, "Refused an HTTP request from {remote}: {why}"),
    HTTP_CLIENT_GONE(93, Level.DEBUG, "an HTTP client disconnected before its answer"),
    TOKENS_READ(94, Level.INFO, "The file of tokens {file} was read again."),
    TOKENS_KEPT(95, Level.WARNING, "The previous tokens stay in force, because the changed file cannot be used: {why}"),

    // Rosters.
    ROSTER_DECIDED(
            96,
            Level.INFO,
            "Roster {epoch} is decided: the members are {members}, the quorums {quorums}. Until roster {before} is over, locks "
                    + "need a quorum of both."),
    ROSTER_OVER(
            97,
            Level.INFO,
            "Roster {epoch} is the only one: the members are {members}. Members that left can be stopped."),
    ROSTER_REFUSED(98, Level.WARNING, "Roster {epoch} was not decided: {why}"),
    ROSTER_LISTENER_THREW(99, Level.WARNING, "A roster listener has thrown; nothing else is affected."),
    WAITS_TO_BE_NAMED(
            100,
            Level.WARNING,
            "Node {node} is in no roster of the cluster {cluster} and waits until one names it. Run: quorate roster add "
                    + "{node}=HOST:PORT, with the address where the others reach it. {contacts}"),
    DIRECTORY_IS_EMPTY(
            103,
            Level.WARNING,
            "The data directory {directory} of node {node} is empty, and no list names the node: it has no vote until a roster does."),
    NAMED(101, Level.INFO, "Roster {epoch} names node {node}: it is member number {number} from now on."),
    ROSTER_FOUND(
            102, Level.INFO, "Node {node} was away while the roster changed: {epoch} is the newest that it knows."),
    LIST_IS_OLD(
            107,
            Level.INFO,
            "Node {node} keeps roster {epoch} of its data directory: {roster}. Its configuration names other members, quorums or "
                    + "another lease, which are not used. Change them with: quorate roster."),
    ROSTERS_DIFFER(106, Level.WARNING, "Node {node} has no quorum and found no roster to follow: {why}"),

    // Upgrades.
    LEVELS_DIFFER(
            104,
            Level.INFO,
            "Member {peer} speaks level {theirs} of the protocol between nodes, this node speaks level {ours}: an upgrade is "
                    + "under way. Features of level {higher} are used when all members speak it."),
    LEVELS_ALIKE(
            105, Level.INFO, "All members speak level {ours} of the protocol between nodes: the upgrade is complete.");

    /** Numbers of messages that are gone. */
    public static final Set<Integer> RETIRED = Set.of();

    private static final String AUDIT = "AUDIT: ";

    /** A constant of an enum cannot use what is initialised after it. */
    private static final class Names {
        static final Pattern PATTERN = Pattern.compile("\\{([a-z]+)}");
    }

    private final int number;
    private final Level level;
    private final String message;
    private final List<String> names;

    LogEvent(int number, Level level, String message) {
        this.number = number;
        this.level = level;
        this.message = message;
        this.names = Names.PATTERN
                .matcher(message)
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList();
    }

    public int number() {
        return number;
    }

    /** As in {@code QUO-0012}. */
    public String id() {
        return String.format(Locale.ROOT, "QUO-%04d", number);
    }

    public Level level() {
        return level;
    }

    /** The words, with the names of the values in braces. */
    public String message() {
        return message;
    }

    /** The names of the values, in their order. */
    public List<String> names() {
        return names;
    }

    /** Audit lines have a form of their own, by which they are found: they begin with AUDIT and not with the id. */
    public boolean isAudit() {
        return message.startsWith(AUDIT);
    }

    /** The logged text: the id, unless it is an audit line, and the words with these values. */
    public String textOf(Map<String, String> values) {
        String text = Names.PATTERN
                .matcher(message)
                .replaceAll(found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), found.group())));
        return isAudit() ? text : id() + " " + text;
    }
}
