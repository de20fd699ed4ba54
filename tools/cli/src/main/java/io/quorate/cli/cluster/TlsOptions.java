// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.cluster;

import io.quorate.api.LocksConfig;
import io.quorate.api.TlsFiles;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for TLS, or for no TLS, of a command that starts or calls a node. */
public final class TlsOptions {
    @Option(
            names = "--tls-cert",
            paramLabel = "FILE",
            description = {
                "The certificate of this node (PEM), which names its id: turns TLS on, at all nodes or none.",
                "quorate certs makes some to try it with. Goes with --tls-key and --tls-ca."
            })
    private @Nullable Path certificate;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "Its private key (PEM).")
    private @Nullable Path key;

    @Option(
            names = "--tls-ca",
            paramLabel = "FILE",
            description = "The certificates of the authorities that are trusted (PEM).")
    private @Nullable Path authorities;

    @Option(
            names = "--tls-dir",
            paramLabel = "DIR",
            description =
                    "Instead of these three: a folder with tls.crt, tls.key and ca.crt, as cert-manager makes it.")
    private @Nullable Path folder;

    @Option(
            names = "--tls-keystore",
            paramLabel = "FILE",
            description = "Or a PKCS12 file with the key, its certificates and the authorities.")
    private @Nullable Path store;

    @Option(names = "--tls-password-file", paramLabel = "FILE", description = "A file with its password.")
    private @Nullable Path passwordFile;

    @Option(
            names = "--insecure",
            description = {
                "Allow other hosts without TLS: every process that reaches a port can take and free every lock.",
                "Without TLS and without this, all addresses must be of this machine (localhost)."
            })
    private boolean insecure;

    /** The configuration with what was given here. */
    public LocksConfig applyTo(LocksConfig config) {
        TlsFiles files = files();
        LocksConfig secured = files == null ? config : config.tls(files);
        return insecure ? secured.insecure() : secured;
    }

    private @Nullable TlsFiles files() {
        boolean anyPem = certificate != null || key != null || authorities != null;
        boolean anyStore = store != null || passwordFile != null;
        if (anyPem ? anyStore || folder != null : anyStore && folder != null) {
            throw new IllegalArgumentException(
                    "The files for TLS are given twice: give --tls-cert, --tls-key and --tls-ca, or --tls-dir,"
                            + " or --tls-keystore and --tls-password-file.");
        }
        if (folder != null) {
            return TlsFiles.directory(folder);
        }
        if (certificate != null && key != null && authorities != null) {
            return TlsFiles.pem(certificate, key, authorities);
        }
        if (store != null && passwordFile != null) {
            return TlsFiles.pkcs12(store, passwordFile);
        }
        if (anyPem) {
            throw new IllegalArgumentException("For TLS give all three: --tls-cert, --tls-key and --tls-ca.");
        }
        if (anyStore) {
            throw new IllegalArgumentException("For TLS give both: --tls-keystore and --tls-password-file.");
        }
        return null;
    }
}
