// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.certs;

import io.quorate.node.net.roles.RoleGrant;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An authority in a directory, which signs certificates for nodes: made when the first one is asked for, and used again later. The
 * keys and signatures are keytool's, of the Java platform that runs.
 */
public final class LocalAuthority {
    /** The certificate of the authority, for every node. */
    public static final String CERTIFICATE = "ca.pem";

    private static final String STORE = "ca.p12";
    private static final String PASSWORD = "ca.password";
    private static final String ALIAS = "ca";
    private static final Duration OWN_VALIDITY = Duration.ofDays(3650);

    /** Letters that need no care in a certificate, a file name or a shell. */
    private static final String ID_PATTERN = "[A-Za-z0-9][A-Za-z0-9._:-]{0,99}";

    private static final String DNS_PATTERN =
            "[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*";

    private final SecretFiles directory;

    /** The authority of this directory, which may be empty or missing yet. */
    public LocalAuthority(Path directory) {
        this.directory = new SecretFiles(directory);
    }

    /** The files of one node. */
    public record NodeFiles(Path certificate, Path key, Path store, Path passwordFile) {
        List<Path> all() {
            return List.of(certificate, key, store, passwordFile);
        }
    }

    /** Where the files of a node are, or will be. */
    public NodeFiles files(String id) {
        if (!id.matches(ID_PATTERN) || id.equals(ALIAS)) {
            throw new IllegalArgumentException("No certificate can be made for a node called \"" + id
                    + "\": choose an id of letters, digits, dots, colons and hyphens, other than \"" + ALIAS + "\".");
        }
        return new NodeFiles(
                directory.file(id + ".pem"),
                directory.file(id + "-key.pem"),
                directory.file(id + ".p12"),
                directory.file(id + ".password"));
    }

    /**
     * Makes certificates for these nodes, valid from now on. Unless files may be replaced, an exception says which are there
     * already, and nothing is made. True if the authority was made too.
     */
    public boolean certify(List<String> ids, Duration validity, boolean replace) throws IOException {
        return certify(ids, Duration.ZERO, validity, replace);
    }

    /** The same, with validity that began in the past. */
    boolean certify(List<String> ids, Duration begunBefore, Duration validity, boolean replace) throws IOException {
        Map<String, List<String>> withoutRoles = new LinkedHashMap<>();
        ids.forEach(id -> withoutRoles.put(id, List.of()));
        return certify(withoutRoles, begunBefore, validity, replace);
    }

    /**
     * The same with roles in the certificates.
     *
     * @param roles those of each node or client; none for what its name makes of it
     */
    public boolean certify(Map<String, List<RoleGrant>> roles, Duration validity, boolean replace) throws IOException {
        Map<String, List<String>> uris = new LinkedHashMap<>();
        roles.forEach((id, grants) ->
                uris.put(id, grants.stream().map(RoleGrant::toUri).toList()));
        return certify(uris, Duration.ZERO, validity, replace);
    }

    /** The same with these URIs in the certificates, whatever they mean. */
    boolean certify(Map<String, List<String>> uris, Duration begunBefore, Duration validity, boolean replace)
            throws IOException {
        for (String id : uris.keySet()) {
            for (Path file : files(id).all()) {
                if (!replace && Files.exists(file)) {
                    throw new FileAlreadyExistsException(file.toString());
                }
            }
        }
        directory.create();
        try (Keytool keytool = new Keytool(directory)) {
            boolean isNew = !Files.exists(directory.file(STORE));
            if (isNew) {
                makeAuthority(keytool);
            }
            String password = Files.readString(directory.file(PASSWORD)).strip();
            for (Map.Entry<String, List<String>> each : uris.entrySet()) {
                sign(keytool, each.getKey(), each.getValue(), password, begunBefore, validity);
            }
            return isNew;
        } catch (GeneralSecurityException failure) {
            throw new IOException("the certificates could not be made: " + failure.getMessage(), failure);
        }
    }

    private void makeAuthority(Keytool keytool) throws IOException, GeneralSecurityException {
        String password = newPassword();
        byte[] store = keytool.makeKey(
                new byte[0],
                password,
                ALIAS,
                List.of(
                        "-dname", "CN=Quorate test authority",
                        "-ext", "bc:critical=ca:true,pathlen:0",
                        "-ext", "ku:critical=keyCertSign,cRLSign"),
                Duration.ZERO,
                OWN_VALIDITY);
        directory.write(PASSWORD, password + "\n");
        directory.write(
                CERTIFICATE,
                pem("CERTIFICATE", open(store, password).getCertificate(ALIAS).getEncoded()));
        directory.write(STORE, store);
    }

    private void sign(
            Keytool keytool, String id, List<String> uris, String password, Duration begunBefore, Duration validity)
            throws IOException, GeneralSecurityException {
        List<String> options = new ArrayList<>(List.of(
                "-signer",
                ALIAS,
                "-dname",
                "CN=" + id,
                "-ext",
                "ku:critical=digitalSignature",
                "-ext",
                "eku=serverAuth,clientAuth"));
        List<String> alternatives = new ArrayList<>(id.matches(DNS_PATTERN) ? List.of("dns:" + id) : List.of());
        uris.forEach(uri -> alternatives.add("uri:" + uri));
        if (!alternatives.isEmpty()) {
            options.addAll(List.of("-ext", "san=" + String.join(",", alternatives)));
        }
        byte[] authority = Files.readAllBytes(directory.file(STORE));
        KeyStore signed = open(keytool.makeKey(authority, password, id, options, begunBefore, validity), password);
        Key key = signed.getKey(id, password.toCharArray());
        Certificate[] chain = signed.getCertificateChain(id);

        String ownPassword = newPassword();
        KeyStore own = KeyStore.getInstance("PKCS12");
        own.load(null, null);
        own.setKeyEntry(id, key, ownPassword.toCharArray(), chain);
        own.setCertificateEntry("authority", chain[chain.length - 1]);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        own.store(bytes, ownPassword.toCharArray());

        directory.write(id + ".pem", pem("CERTIFICATE", chain[0].getEncoded()));
        directory.write(id + "-key.pem", pem("PRIVATE KEY", key.getEncoded()));
        directory.write(id + ".password", ownPassword + "\n");
        directory.write(id + ".p12", bytes.toByteArray());
    }

    private static KeyStore open(byte[] store, String password) throws IOException, GeneralSecurityException {
        KeyStore opened = KeyStore.getInstance("PKCS12");
        try (InputStream in = new ByteArrayInputStream(store)) {
            opened.load(in, password.toCharArray());
        }
        return opened;
    }

    private static String newPassword() {
        byte[] secret = new byte[16];
        new SecureRandom().nextBytes(secret);
        return HexFormat.of().formatHex(secret);
    }

    private static String pem(String kind, byte[] content) {
        String lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(content);
        return "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n";
    }
}
