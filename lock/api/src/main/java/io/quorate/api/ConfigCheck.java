// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Finds all errors of a configuration, so that they are reported together. */
final class ConfigCheck {
    private ConfigCheck() {}

    /** Every error in these settings, each a sentence that says what to do. */
    static List<String> faultsOf(LocksConfig config) {
        List<String> faults = new ArrayList<>();
        if (config.hasMembers()) {
            MemberList.read(config.listedTexts(), faults);
            if (faults.isEmpty()) {
                checkWhoThisIs(config, faults);
            }
        }
        String guest = config.guestName();
        if (guest != null) {
            checkGuest(guest, config, faults);
        }
        checkBeginning(config, faults);
        checkNames(config, faults);
        checkTimes(config, faults);
        return List.copyOf(faults);
    }

    private static void checkNames(LocksConfig config, List<String> faults) {
        String listen = config.listenText();
        if (listen != null) {
            List<String> ofAddress = new ArrayList<>();
            MemberList.read(List.of(listen), ofAddress);
            ofAddress.forEach(fault -> faults.add("The address to listen at is not valid. " + fault));
        }
        SettingRules.notBlank("cluster name", config.cluster(), faults);
        SettingRules.notBlank("protocol", config.protocol(), faults);
        String quorums = config.quorums();
        if (quorums != null) {
            SettingRules.notBlank("quorum system", quorums, faults);
        }
        if (config.tls() != null && config.isInsecure()) {
            faults.add("The configuration has TLS and says insecure(): omit insecure().");
        }
        if (config.roles() != null && config.tls() == null) {
            faults.add(
                    "Roles need TLS, because they belong to the names in certificates: add tls(...), or omit the file of roles.");
        }
    }

    private static void checkTimes(LocksConfig config, List<String> faults) {
        Duration lease = config.lease();
        if (lease.compareTo(LocksConfig.LEASE_MIN) < 0 || lease.compareTo(LocksConfig.LEASE_MAX) > 0) {
            faults.add("The lease must be between " + LocksConfig.LEASE_MIN + " and " + LocksConfig.LEASE_MAX + ", not "
                    + lease + ".");
        }
        int spareVotes = config.spareVotes();
        if (spareVotes < 0 || spareVotes > LocksConfig.SPARE_VOTES_MAX) {
            faults.add("A hold has 0 to " + LocksConfig.SPARE_VOTES_MAX + " spare votes, not " + spareVotes + ".");
        }
        SettingRules.positive("join timeout", config.joinTimeout(), faults);
        SettingRules.positive("timeout of the failure detector (suspectAfter)", config.suspectAfter(), faults);
        SettingRules.positive("time until a lock is unavailable (unavailableAfter)", config.unavailableAfter(), faults);
        SettingRules.positive("attempt timeout", config.attemptTimeout(), faults);
        SettingRules.positive("describe timeout", config.describeTimeout(), faults);
        SettingRules.notNegative(
                "time until an open hold is logged (warnOpenAfter)",
                config.warnOpenAfter(),
                "Give zero for no warning.",
                faults);
        SettingRules.notNegative("spin time", config.spin(), "Give zero to switch it off.", faults);
        SettingRules.notNegative("shutdown grace", config.shutdownGrace(), "Give zero to wait for nothing.", faults);
    }

    private static void checkBeginning(LocksConfig config, List<String> faults) {
        if (config.hasOnlyContacts() && config.guestName() == null && config.dataDirectory() == null) {
            faults.add(
                    "A node that finds its roster through contacts keeps it: give it a dataDirectory(...), or make it a"
                            + " guest(...).");
        }
        if (!config.hasOnlyContacts()
                && config.listedTexts().stream().anyMatch(text -> text.contains(MemberList.DNS))) {
            faults.add(
                    "A name that stands for many addresses, as in \"dns:quorate:7400\", is a contact and no member: give"
                            + " LocksConfig.contacts(...), or --join.");
        }
    }

    private static void checkWhoThisIs(LocksConfig config, List<String> faults) {
        String id = config.nodeIdSaid();
        if (config.hasOnlyContacts()) {
            if (id == null && config.guestName() == null) {
                faults.add("Which node is this process? Set nodeId(...) or guest(...).");
            }
            return;
        }
        if (id == null && config.guestName() == null && config.members().size() > 1) {
            faults.add(config.notSaid());
        }
        boolean isKept = config.dataDirectory() != null; // then it may wait until a roster names it
        if (id != null
                && !isKept
                && config.members().stream().noneMatch(member -> member.id().equals(id))) {
            faults.add("No member is called \"" + id + "\". The members are: " + config.memberIds()
                    + ". Give the id of the member that this process is.");
        }
    }

    private static void checkGuest(String name, LocksConfig config, List<String> faults) {
        SettingRules.guestName(name, faults);
        if (config.dataDirectory() != null) {
            faults.add("A guest has no data directory, because it stores nothing: omit the data directory.");
        }
    }
}
