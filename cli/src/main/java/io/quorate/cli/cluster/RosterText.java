package io.quorate.cli.cluster;

import io.quorate.node.net.Roster;
import io.quorate.node.net.TransportException;
import java.util.ArrayList;
import java.util.List;

/** A roster as it is written on the command line: {@code a=host:7400,b=host:7400,c=host:7400}. */
public final class RosterText {
    private RosterText() {}

    /** Reads it; what is wrong with it is said in an {@link IllegalArgumentException}. */
    public static Roster parse(String cluster, String text) {
        List<Roster.Member> members = new ArrayList<>();
        try {
            for (String each : text.split(",", -1)) {
                members.add(member(each.strip()));
            }
            return new Roster(cluster, members);
        } catch (TransportException notSound) {
            throw new IllegalArgumentException(notSound.getMessage(), notSound);
        }
    }

    public static String write(Roster roster) {
        return String.join(
                ",", roster.members().stream().map(Roster.Member::toString).toList());
    }

    private static Roster.Member member(String text) {
        int equals = text.indexOf('=');
        int colon = text.lastIndexOf(':');
        if (equals < 1 || colon < equals || !text.substring(colon + 1).matches("[0-9]{1,5}")) {
            throw new IllegalArgumentException("A member of the roster is written id=host:port, as in a=localhost:7400;"
                    + " this is not one: \"" + text + "\".");
        }
        String host = text.substring(equals + 1, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        return new Roster.Member(text.substring(0, equals), host, Integer.parseInt(text.substring(colon + 1)));
    }
}
