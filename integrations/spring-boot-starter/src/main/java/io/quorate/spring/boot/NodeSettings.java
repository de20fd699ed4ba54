// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.boot;

import io.quorate.api.InvalidConfigException;
import io.quorate.api.LocksConfig;
import io.quorate.api.TlsFiles;
import io.quorate.spring.LocksConfigCustomizer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundles;

/** Makes the configuration of a node of the properties. Faults that only Spring detects are reported together with all others. */
final class NodeSettings {
    private final QuorateProperties properties;
    private final @Nullable SslBundles bundles;
    private final List<LocksConfigCustomizer> customizers;
    private final List<String> faults = new ArrayList<>();

    NodeSettings(QuorateProperties properties, @Nullable SslBundles bundles, List<LocksConfigCustomizer> customizers) {
        this.properties = properties;
        this.bundles = bundles;
        this.customizers = customizers;
    }

    /** For a member or a guest; throws {@link InvalidConfigException} with all faults if one is of the properties. */
    LocksConfig ofNode() {
        LocksConfig config = withoutPlace(withTls(withPlace(members())));
        if (!faults.isEmpty()) {
            faults.addAll(config.faults());
            throw new InvalidConfigException(faults);
        }
        return config;
    }

    private LocksConfig members() {
        if (properties.getMembers().isEmpty()) {
            faults.add(
                    "quorate.members is empty: list all members, as in a=hostA:7400,b=hostB:7400,c=hostC:7400. In tests set"
                            + " quorate.in-memory=true instead; quorate.enabled=false starts no node.");
            return LocksConfig.withoutMembers(); // for the faults of all other settings
        }
        return LocksConfig.of(properties.getMembers());
    }

    /** All that is not about members, addresses and TLS: what a node in memory has too. */
    LocksConfig withoutPlace(LocksConfig config) {
        QuorateProperties from = properties;
        QuorateProperties.Timeouts timeouts = from.getTimeouts();
        LocksConfig changed = config;
        changed = with(changed, from.getQuorums(), LocksConfig::quorums);
        changed = with(changed, from.getLease(), LocksConfig::lease);
        changed = with(changed, from.getSpareVotes(), LocksConfig::spareVotes);
        changed = with(changed, from.getTraceHolds(), LocksConfig::traceHolds);
        changed = with(changed, from.getWarnOpenAfter(), LocksConfig::warnOpenAfter);
        changed = with(changed, from.getShutdownGrace(), LocksConfig::shutdownGrace);
        changed = with(changed, timeouts.getSuspectAfter(), LocksConfig::suspectAfter);
        changed = with(changed, timeouts.getUnavailableAfter(), LocksConfig::unavailableAfter);
        changed = with(changed, timeouts.getAttempt(), LocksConfig::attemptTimeout);
        changed = with(changed, timeouts.getDescribe(), LocksConfig::describeTimeout);
        for (LocksConfigCustomizer customizer : customizers) {
            changed = customizer.customize(changed);
        }
        return changed.shutdownHook(false); // the context ends the node, after it has stopped all that may use locks
    }

    private LocksConfig withPlace(LocksConfig config) {
        LocksConfig changed = config;
        changed = with(changed, properties.getNodeId(), LocksConfig::nodeId);
        changed = with(changed, properties.getCluster(), LocksConfig::cluster);
        changed = with(changed, properties.getListenAddress(), LocksConfig::listenAddress);
        changed = with(changed, properties.getRoles(), LocksConfig::roles);
        changed = with(changed, properties.getDataDirectory(), LocksConfig::dataDirectory);
        if (properties.getGuest() != null && properties.getNodeId() != null) {
            faults.add("quorate.node-id and quorate.guest are both set: a process is a member or a guest. Remove one.");
        }
        changed = with(changed, properties.getGuest(), LocksConfig::guest);
        return properties.isInsecure() ? changed.insecure() : changed;
    }

    private LocksConfig withTls(LocksConfig config) {
        QuorateProperties.Tls tls = properties.getTls();
        String bundle = tls.getBundle();
        Path directory = tls.getDirectory();
        Path certificate = tls.getCertificate();
        Path key = tls.getKey();
        Path authorities = tls.getAuthorities();
        boolean someFile = certificate != null || key != null || authorities != null;
        if ((someFile ? 1 : 0) + (directory != null ? 1 : 0) + (bundle != null ? 1 : 0) > 1) {
            faults.add(
                    "quorate.tls has several sources: give certificate, key and authorities, or a directory, or a bundle.");
        } else if (bundle != null) {
            return withBundle(config, bundle);
        } else if (directory != null) {
            return config.tls(TlsFiles.directory(directory));
        } else if (certificate != null && key != null && authorities != null) {
            return config.tls(TlsFiles.pem(certificate, key, authorities));
        } else if (someFile) {
            faults.add("quorate.tls needs three files, and has no"
                    + (certificate == null ? " certificate" : "")
                    + (key == null ? " key" : "")
                    + (authorities == null ? " authorities" : "")
                    + ": set quorate.tls.certificate, quorate.tls.key and quorate.tls.authorities.");
        }
        return config;
    }

    private LocksConfig withBundle(LocksConfig config, String bundle) {
        if (bundles == null) {
            faults.add(
                    "quorate.tls.bundle is set, but this application has no SslBundles bean: set quorate.tls.certificate,"
                            + " quorate.tls.key and quorate.tls.authorities instead.");
            return config;
        }
        try {
            return config.tls(bundles.getBundle(bundle).createSslContext());
        } catch (NoSuchSslBundleException missing) {
            faults.add("quorate.tls.bundle is \"" + bundle + "\", and there is no such bundle: define it below"
                    + " spring.ssl.bundle.pem or spring.ssl.bundle.jks.");
            return config;
        }
    }

    private static <T> LocksConfig with(
            LocksConfig config, @Nullable T value, BiFunction<LocksConfig, T, LocksConfig> setter) {
        return value == null ? config : setter.apply(config, value);
    }
}
