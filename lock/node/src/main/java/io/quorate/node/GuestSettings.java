// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.api.LocksConfig;
import io.quorate.node.net.TransportException;
import io.quorate.node.net.tcp.AdminConnection;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Asks the members of a cluster which protocol, quorums and lease they use, so that a guest need not be told. One member that lies
 * or is out of date must not decide it: with quorums of one member, a hold would need that one's vote only. So every member of the
 * roster is asked, all that answer must say the same, and more than half of them must answer.
 */
public final class GuestSettings {
    /** As {@link NodeBuilder#clusterSettings} writes it. Names of quorums may have slashes. */
    private static final Pattern SETTINGS =
            Pattern.compile("([^/]+)/(.+) #[0-9a-f]+(?:, lease (\\S+) with drift [0-9]+/1000)?");

    /** The answers of members that tell their roster to everybody: it has quorums and lease. */
    private static final Pattern PROTOCOL_ONLY = Pattern.compile("[^/\\s]+");

    private final LocksConfig guest;
    private final String who;
    private final Duration timeout;

    /**
     * A question still to be asked.
     *
     * @param guest the configuration of the guest, with the whole roster
     * @param who the person and process behind it, in words, for the log of the nodes
     * @param timeout how long a member may take to answer
     */
    public GuestSettings(LocksConfig guest, String who, Duration timeout) {
        if (guest.guestName() == null) {
            throw new IllegalArgumentException(
                    "Only a guest takes the settings of its cluster: a member has to be told what the others are told.");
        }
        Exposure.of(guest).require();
        this.guest = guest;
        this.who = who;
        this.timeout = timeout;
    }

    /** Members say different things, or something that this guest cannot do: it must not join by what one of them says. */
    public static final class DisagreementException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        DisagreementException(String whatHappenedAndWhatToDo, @Nullable Throwable cause) {
            super(whatHappenedAndWhatToDo, cause);
        }
    }

    /**
     * The result of asking.
     *
     * @param config the guest's configuration with what the members say, or with contacts if they have a roster that changes; null if too
     *     few of them answer
     * @param silent why the others did not answer, by their ids
     */
    public record Answer(@Nullable LocksConfig config, Map<String, String> silent) {
        public Answer {
            silent = new LinkedHashMap<>(silent);
        }
    }

    /** Asks once; throws {@link DisagreementException} if the members differ, whatever the others would say. */
    public Answer ask() {
        Map<String, CompletableFuture<String>> calls = new LinkedHashMap<>();
        List<LocksConfig.Member> members = guest.members();
        for (int place = 0; place < members.size(); place++) {
            LocksConfig.Member member = members.get(place);
            boolean isNamed = guest.listedTexts().get(place).contains("=");
            calls.put(
                    member.id(),
                    CompletableFuture.supplyAsync(() -> settingsOf(member, isNamed), GuestSettings::start));
        }
        Map<String, String> said = new LinkedHashMap<>();
        Map<String, String> silent = new LinkedHashMap<>();
        calls.forEach((id, call) -> {
            try {
                said.put(id, call.join());
            } catch (CompletionException failure) {
                Throwable cause = failure.getCause();
                silent.put(id, String.valueOf(cause == null ? failure : cause.getMessage()));
            }
        });
        requireAlike(said);
        boolean enough = said.size() > guest.members().size() / 2;
        return new Answer(enough ? withSettings(said.values().iterator().next()) : null, silent);
    }

    private static void start(Runnable call) {
        Thread thread = new Thread(call, "guest-settings");
        thread.setDaemon(true);
        thread.start();
    }

    private String settingsOf(LocksConfig.Member member, boolean isNamed) {
        try (AdminConnection line = AdminConnection.call(
                InetSocketAddress.createUnresolved(member.host(), member.port()),
                guest.cluster(),
                String.valueOf(guest.guestName()),
                who,
                guest.tls(),
                timeout)) {
            if (isNamed && !line.memberId().equals(member.id())) {
                throw new TransportException("at " + member.host() + ":" + member.port() + " \"" + line.memberId()
                        + "\" answers instead of \"" + member.id() + "\"");
            }
            return line.clusterSettings();
        }
    }

    private static void requireAlike(Map<String, String> said) {
        if (said.values().stream().distinct().count() > 1) {
            List<String> all = new ArrayList<>();
            said.forEach((id, settings) -> all.add(id + " has " + settings));
            throw new DisagreementException(
                    "The members of the cluster differ in protocol, quorums or lease, so this guest uses none of them: "
                            + String.join("; ", all)
                            + ". Start those that differ with the settings of the others, or name the settings here"
                            + " (--protocol, --quorums, --lease).",
                    null);
        }
    }

    /**
     * The settings must mean the same here as there: the name of quorums alone does not say that. A roster is asked for when the guest
     * joins, and more than half of its voters must tell it.
     */
    private LocksConfig withSettings(String settings) {
        if (PROTOCOL_ONLY.matcher(settings).matches()) {
            return guest.protocol(settings).asContacts();
        }
        Matcher parts = SETTINGS.matcher(settings);
        if (!parts.matches()) {
            throw unusable(settings, null);
        }
        try {
            LocksConfig config = guest.protocol(parts.group(1)).quorums(parts.group(2));
            if (parts.group(3) != null) {
                config = config.lease(Duration.parse(parts.group(3)));
            }
            String own = NodeBuilder.of(config, false).clusterSettings();
            if (own.equals(settings)) {
                return config;
            }
            throw unusable(settings + ", and by these names this guest has " + own, null);
        } catch (IllegalArgumentException | DateTimeParseException failure) {
            throw unusable(settings + ": " + failure.getMessage(), failure);
        }
    }

    private static DisagreementException unusable(String settings, @Nullable Throwable cause) {
        return new DisagreementException(
                "The cluster uses settings that a guest of this release cannot take over: " + settings
                        + ". Name them here as the nodes have them (--protocol, --quorums, --lease), or run the same release.",
                cause);
    }
}
