// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.floor;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.quorate.api.TlsFiles;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The files for TLS of one node: for us as a configuration, for the floor as a context of JSSE. */
record Credentials(Path certificate, Path key, Path store, Path passwordFile, Path authority) {
    /** Has {@code quorate certs} make them, by the command line that starts this program. */
    static Map<String, Credentials> make(List<String> program, Path folder, List<String> ids)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(program);
        command.addAll(List.of("certs", folder.toString(), "--nodes", String.join(",", ids), "--json"));
        Path log = folder.resolveSibling("certs.log");
        Process process =
                new ProcessBuilder(command).redirectError(log.toFile()).start();
        JsonElement said;
        try (var reader = process.inputReader()) {
            said = JsonParser.parseReader(reader);
        }
        if (process.waitFor() != 0) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, "quorate certs failed: " + Files.readString(log));
        }
        Path authority = Path.of(said.getAsJsonObject().get("authority").getAsString());
        Map<String, Credentials> all = new LinkedHashMap<>();
        for (JsonElement each : said.getAsJsonObject().getAsJsonArray("nodes")) {
            JsonObject node = each.getAsJsonObject();
            all.put(
                    node.get("id").getAsString(),
                    new Credentials(
                            path(node, "certificate"),
                            path(node, "key"),
                            path(node, "keystore"),
                            path(node, "passwordFile"),
                            authority));
        }
        return all;
    }

    private static Path path(JsonObject node, String name) {
        return Path.of(node.get(name).getAsString());
    }

    /** As words of a command line, from process to process. */
    List<String> toWords() {
        List<String> words = new ArrayList<>();
        for (Path each : List.of(certificate, key, store, passwordFile, authority)) {
            words.add("--tls");
            words.add(each.toString());
        }
        return words;
    }

    static Credentials ofWords(List<Path> files) {
        return new Credentials(files.get(0), files.get(1), files.get(2), files.get(3), files.get(4));
    }

    TlsFiles files() {
        return TlsFiles.pem(certificate, key, authority);
    }

    SSLContext context() throws IOException {
        try {
            char[] password = Files.readAllLines(passwordFile).get(0).toCharArray();
            KeyStore keys = KeyStore.getInstance(store.toFile(), password);
            KeyManagerFactory ours = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            ours.init(keys, password);
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            try (InputStream pem = Files.newInputStream(authority)) {
                trusted.setCertificateEntry(
                        "authority", CertificateFactory.getInstance("X.509").generateCertificate(pem));
            }
            TrustManagerFactory theirs = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            theirs.init(trusted);
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(ours.getKeyManagers(), theirs.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("The files in " + store.getParent() + " are no credentials: " + e.getMessage(), e);
        }
    }
}
