// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import io.quorate.api.LocksConfig.Member;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parses the members of a cluster: {@code id=host:port}, or {@code host:port}. */
final class MemberList {
    private static final int PORT_MAX = 65_535;

    /** In front of a name that stands for all its addresses. */
    static final String DNS = "dns:";

    private MemberList() {}

    /** Returns the members, or throws with the errors of all of them. */
    static List<Member> parse(List<String> texts) {
        List<String> faults = new ArrayList<>();
        List<Member> members = read(texts, faults);
        if (!faults.isEmpty()) {
            throw new InvalidConfigException(faults);
        }
        return members;
    }

    /** Returns the members that can be parsed; adds the errors of the others to the faults. */
    static List<Member> read(List<String> texts, List<String> faults) {
        if (texts.isEmpty()) {
            faults.add("A cluster needs at least one member: give them as \"a=hostA:7400\", \"b=hostB:7400\", ...");
        }
        Map<String, Integer> membersOfHost = new LinkedHashMap<>();
        List<String> sound = new ArrayList<>();
        for (String text : texts) {
            try {
                portOf(text);
                membersOfHost.merge(hostOf(text), 1, Integer::sum);
                sound.add(text);
            } catch (IllegalArgumentException fault) {
                faults.add(String.valueOf(fault.getMessage()));
            }
        }
        Map<String, Member> members = new LinkedHashMap<>();
        for (String text : sound) {
            String host = hostOf(text);
            int port = portOf(text);
            String unnamed = membersOfHost.getOrDefault(host, 0) == 1 ? host : host + ":" + port;
            int named = text.indexOf('=');
            String id = named >= 0 ? text.substring(0, named).strip() : unnamed;
            if (id.isEmpty()) {
                faults.add("The id of a member must not be empty: \"" + text + "\". Write it as in \"a=hostA:7400\".");
            } else if (members.putIfAbsent(id, new Member(id, host, port)) != null) {
                faults.add("Two members have the id \"" + id + "\": give each an id of its own,"
                        + " as in \"a=hostA:7400\", \"b=hostB:7400\".");
            }
        }
        return List.copyOf(members.values());
    }

    private static String address(String text) {
        String address = text.substring(text.indexOf('=') + 1).strip();
        return address.startsWith(DNS) ? address.substring(DNS.length()) : address;
    }

    private static String hostOf(String text) {
        String address = address(text);
        int colon = address.lastIndexOf(':');
        if (colon <= 0) {
            throw malformed(text);
        }
        String host = address.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            throw new IllegalArgumentException("The member \"" + text
                    + "\" has more than one colon: put an IPv6 address" + " into brackets, as in \"a=[::1]:7400\".");
        }
        if (host.isBlank()) {
            throw malformed(text);
        }
        return host;
    }

    private static int portOf(String text) {
        String address = address(text);
        String digits = address.substring(address.lastIndexOf(':') + 1);
        if (!digits.matches("[0-9]{1,5}")) {
            throw malformed(text);
        }
        int port = Integer.parseInt(digits);
        if (port < 1 || port > PORT_MAX) {
            throw new IllegalArgumentException(
                    "The member \"" + text + "\" has port " + port + ": a port lies between 1 and " + PORT_MAX + ".");
        }
        return port;
    }

    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException(
                "A member is written id=host:port or host:port, as in \"a=hostA:7400\"; this is" + " neither: \"" + text
                        + "\".");
    }
}
