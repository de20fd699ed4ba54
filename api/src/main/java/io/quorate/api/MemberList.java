package io.quorate.api;

import io.quorate.api.LocksConfig.Member;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads the members of a cluster as people write them. */
final class MemberList {
    private static final int PORT_MAX = 65_535;

    private MemberList() {}

    static List<Member> parse(List<String> texts) {
        if (texts.isEmpty()) {
            throw new IllegalArgumentException(
                    "A cluster needs at least one member: give them as \"a=hostA:7400\", \"b=hostB:7400\", ...");
        }
        Map<String, Integer> membersOfHost = new LinkedHashMap<>();
        for (String text : texts) {
            Objects.requireNonNull(text, "A member must not be null: it is written as in \"a=hostA:7400\".");
            membersOfHost.merge(hostOf(text), 1, Integer::sum);
        }
        Map<String, Member> members = new LinkedHashMap<>();
        for (String text : texts) {
            String host = hostOf(text);
            int port = portOf(text);
            String unnamed = membersOfHost.getOrDefault(host, 0) == 1 ? host : host + ":" + port;
            int named = text.indexOf('=');
            String id = named >= 0 ? text.substring(0, named).strip() : unnamed;
            if (id.isEmpty()) {
                throw new IllegalArgumentException("The id of a member must not be empty: \"" + text + "\".");
            }
            if (members.put(id, new Member(id, host, port)) != null) {
                throw new IllegalArgumentException("Two members have the id \"" + id + "\": give each an id of its own,"
                        + " as in \"a=hostA:7400\", \"b=hostB:7400\".");
            }
        }
        return List.copyOf(new ArrayList<>(members.values()));
    }

    private static String address(String text) {
        return text.substring(text.indexOf('=') + 1).strip();
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
