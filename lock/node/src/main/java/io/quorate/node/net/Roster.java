// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import io.quorate.core.model.NodeId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The nodes of a cluster and their addresses. The members are kept in the order of their ids, whatever order they
 * were listed in, so that every node numbers them alike: {@link NodeId} 0 is the member with the first id.
 */
public record Roster(String cluster, List<Member> members) {
    /** No roster has more members. */
    public static final int MEMBERS_MAX = 1000;

    /** Maximum number of characters of the members in one line: a hello carries them all. */
    private static final int TEXT_LENGTH_MAX = 20_000;

    /** Maximum number of characters of an id or the name of a cluster. */
    public static final int NAME_LENGTH_MAX = 100;

    private static final int HOST_LENGTH_MAX = 255;
    private static final int PORT_MAX = 65_535;

    /** One node: its id never changes, also after a restart; host and port are where it listens. */
    public record Member(String id, String host, int port) {
        public Member {
            requireName("the id of a member", id);
            if (host.isBlank() || host.length() > HOST_LENGTH_MAX || hasBlank(host)) {
                throw new TransportException("member " + id + " has no usable host: \"" + host
                        + "\"; give a host name or an address, as in " + id + "=localhost:7400");
            }
            if (port < 1 || port > PORT_MAX) {
                throw new TransportException(
                        "member " + id + " has port " + port + "; choose one between 1 and " + PORT_MAX);
            }
        }

        /** One that is reached at this address, written as {@link #address} does. */
        public static Member at(String id, String address) {
            int colon = address.lastIndexOf(':');
            String port = address.substring(colon + 1);
            String host = colon < 0 ? "" : address.substring(0, colon);
            if (!port.matches("[0-9]{1,5}") || host.isEmpty()) {
                throw new TransportException("\"" + address + "\" is no address of node " + id
                        + ": give host and port, as in localhost:7400");
            }
            boolean bracketed = host.startsWith("[") && host.endsWith("]");
            return new Member(id, bracketed ? host.substring(1, host.length() - 1) : host, Integer.parseInt(port));
        }

        /** Host and port, as people write them. */
        public String address() {
            return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
        }

        @Override
        public String toString() {
            return id + "=" + address();
        }
    }

    public Roster {
        requireName("the name of a cluster", cluster);
        members = sorted(members);
        if (describe(members).length() > TEXT_LENGTH_MAX) {
            throw new TransportException("the ids and hosts of the roster have more than " + TEXT_LENGTH_MAX
                    + " characters together: choose shorter ones");
        }
    }

    private static void requireName(String what, String name) {
        if (name.isEmpty() || name.length() > NAME_LENGTH_MAX || hasBlank(name)) {
            throw new TransportException(what + " has 1 to " + NAME_LENGTH_MAX
                    + " characters and no blanks; choose another than \"" + name + "\"");
        }
    }

    private static boolean hasBlank(String text) {
        return text.chars().anyMatch(each -> Character.isWhitespace(each) || Character.isISOControl(each));
    }

    private static List<Member> sorted(List<Member> listed) {
        if (listed.isEmpty()) {
            throw new TransportException("the roster is empty: list at least one member, as in a=localhost:7400");
        }
        if (listed.size() > MEMBERS_MAX) {
            throw new TransportException(
                    "the roster has " + listed.size() + " members; list " + MEMBERS_MAX + " at most");
        }
        List<Member> members = new ArrayList<>(listed);
        members.sort(Comparator.comparing(Member::id));
        Map<String, Member> byAddress = new LinkedHashMap<>();
        for (int index = 0; index < members.size(); index++) {
            Member member = members.get(index);
            if (index > 0 && members.get(index - 1).id().equals(member.id())) {
                throw new TransportException("two members of the roster have the id \"" + member.id() + "\" ("
                        + members.get(index - 1).address() + " and " + member.address() + "): give one another id");
            }
            Member other = byAddress.putIfAbsent(member.address(), member);
            if (other != null) {
                throw new TransportException("members " + other.id() + " and " + member.id() + " both have the address "
                        + member.address() + ": give one another port");
            }
        }
        return List.copyOf(members);
    }

    public int size() {
        return members.size();
    }

    /** The member that this node is. */
    public Member member(NodeId node) {
        if (node.index() >= members.size()) {
            throw new TransportException(
                    node + " is not in the roster of " + members.size() + " members: " + describe());
        }
        return members.get(node.index());
    }

    /** Whether a member has this id. */
    public boolean lists(String id) {
        return members.stream().anyMatch(member -> member.id().equals(id));
    }

    /** The node that this member is. */
    public NodeId node(String id) {
        for (int index = 0; index < members.size(); index++) {
            if (members.get(index).id().equals(id)) {
                return NodeId.of(index);
            }
        }
        throw new TransportException("\"" + id + "\" is not in the roster: add it, or choose one of " + describe());
    }

    /** The members in one line. */
    public String describe() {
        return describe(members);
    }

    private static String describe(List<Member> members) {
        StringJoiner text = new StringJoiner(", ");
        for (Member member : members) {
            text.add(member.toString());
        }
        return text.toString();
    }
}
