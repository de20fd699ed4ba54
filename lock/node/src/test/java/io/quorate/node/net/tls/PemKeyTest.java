// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys as cert-manager and openssl write them. */
class PemKeyTest {
    private static String pem(String kind, byte[] content) {
        return "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder().encodeToString(content) + "\n-----END " + kind
                + "-----\n";
    }

    /** What PKCS#8 has wrapped: behind the version and the algorithm, one octet string. */
    private static byte[] inner(byte[] pkcs8) {
        int place = skipHeader(pkcs8, 0); // into the sequence
        place = skip(pkcs8, place); // the version
        place = skip(pkcs8, place); // the algorithm
        int begin = skipHeader(pkcs8, place);
        return Arrays.copyOfRange(pkcs8, begin, skip(pkcs8, place));
    }

    private static int skipHeader(byte[] der, int offset) {
        int first = der[offset + 1] & 0xFF;
        return offset + 2 + (first < 0x80 ? 0 : first - 0x80);
    }

    private static int skip(byte[] der, int offset) {
        int begin = skipHeader(der, offset);
        int length = 0;
        if ((der[offset + 1] & 0xFF) < 0x80) {
            length = der[offset + 1];
        } else {
            for (int place = offset + 2; place < begin; place++) {
                length = (length << 8) | (der[place] & 0xFF);
            }
        }
        return begin + length;
    }

    private static KeyPair ec(String curve) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec(curve));
        return generator.generateKeyPair();
    }

    @ParameterizedTest
    @CsvSource({"1024", "2048"})
    void rsaKeysAreReadInBothForms(int bits) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(bits);
        KeyPair pair = generator.generateKeyPair();
        byte[] pkcs8 = pair.getPrivate().getEncoded();
        assertThat(PemKey.read(pem("PRIVATE KEY", pkcs8), pair.getPublic())).isEqualTo(pair.getPrivate());
        assertThat(PemKey.read(pem("RSA PRIVATE KEY", inner(pkcs8)), pair.getPublic()))
                .isEqualTo(pair.getPrivate());
    }

    @ParameterizedTest
    @CsvSource({"secp256r1", "secp384r1", "secp521r1"})
    void ecKeysAreReadInBothForms(String curve) throws Exception {
        KeyPair pair = ec(curve);
        byte[] pkcs8 = pair.getPrivate().getEncoded();
        assertThat(PemKey.read(pem("PRIVATE KEY", pkcs8), pair.getPublic())).isEqualTo(pair.getPrivate());
        String sec1 = pem("EC PARAMETERS", new byte[] {6, 0}) + pem("EC PRIVATE KEY", inner(pkcs8));
        assertThat(PemKey.read(sec1, pair.getPublic())).isEqualTo(pair.getPrivate());
    }

    @Test
    void whatIsEncryptedTornOrMissingIsNoKey() throws Exception {
        KeyPair pair = ec("secp256r1");
        String old = """
                -----BEGIN EC PRIVATE KEY-----
                Proc-Type: 4,ENCRYPTED
                DEK-Info: AES-256-CBC,00

                AAAA
                -----END EC PRIVATE KEY-----
                """;
        assertThat(PemKey.read(old, pair.getPublic())).isNull();
        assertThat(PemKey.isEncrypted(old)).isTrue();
        assertThat(PemKey.read("", pair.getPublic())).isNull();
        String whole = pem("EC PRIVATE KEY", inner(pair.getPrivate().getEncoded()));
        assertThat(PemKey.read(whole.substring(0, whole.length() / 2), pair.getPublic()))
                .as("half written")
                .isNull();
        assertThatThrownBy(() -> PemKey.read(pem("RSA PRIVATE KEY", new byte[] {1, 2, 3}), pair.getPublic()))
                .isInstanceOf(GeneralSecurityException.class);
    }
}
