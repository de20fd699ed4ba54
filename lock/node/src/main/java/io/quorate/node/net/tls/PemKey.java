// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.tls;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Reads a private key from PEM text: PKCS#8, which Java knows, and the older forms PKCS#1 (RSA) and SEC1 (EC), which cert-manager
 * and openssl write too. An older form is the inner part of PKCS#8, so it is wrapped: around it go a version and the algorithm,
 * which is that of the certificate's public key.
 */
final class PemKey {
    private static final int INTEGER = 0x02;
    private static final int OCTET_STRING = 0x04;
    private static final int SEQUENCE = 0x30;

    /** Of a length that takes more than one byte: the other bits count these bytes. */
    private static final int LONG_LENGTH = 0x80;

    /** The words between BEGIN and PRIVATE KEY. */
    private enum Form {
        PKCS8(""),
        PKCS1("RSA "),
        SEC1("EC ");

        private final String begin;
        private final String end;

        Form(String kind) {
            begin = "-----BEGIN " + kind + "PRIVATE KEY-----";
            end = "-----END " + kind + "PRIVATE KEY-----";
        }
    }

    private PemKey() {}

    /** Null if there is no key in the text that is not encrypted. */
    static @Nullable PrivateKey read(String text, PublicKey publicKey) throws GeneralSecurityException {
        for (Form form : Form.values()) {
            int begin = text.indexOf(form.begin);
            int end = text.indexOf(form.end);
            if (begin >= 0 && end > begin) {
                String body = text.substring(begin + form.begin.length(), end);
                return isEncrypted(body) ? null : key(form, decoded(body), publicKey);
            }
        }
        return null;
    }

    /** Whether somebody has encrypted the key, in the new form or in an old one. */
    static boolean isEncrypted(String text) {
        return text.contains("ENCRYPTED");
    }

    private static byte[] decoded(String body) throws InvalidKeySpecException {
        try {
            return Base64.getMimeDecoder().decode(body);
        } catch (IllegalArgumentException torn) {
            throw new InvalidKeySpecException("its text is torn: " + torn.getMessage(), torn);
        }
    }

    private static PrivateKey key(Form form, byte[] content, PublicKey publicKey) throws GeneralSecurityException {
        byte[] pkcs8 = form == Form.PKCS8 ? content : wrapped(content, publicKey);
        return KeyFactory.getInstance(publicKey.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    }

    private static byte[] wrapped(byte[] inner, PublicKey publicKey) throws InvalidKeySpecException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.writeBytes(new byte[] {INTEGER, 1, 0});
        content.writeBytes(algorithmOf(publicKey));
        content.writeBytes(element(OCTET_STRING, inner));
        return element(SEQUENCE, content.toByteArray());
    }

    /** A public key is encoded as a sequence whose first element names the algorithm, and for EC the curve. */
    private static byte[] algorithmOf(PublicKey publicKey) throws InvalidKeySpecException {
        byte[] encoded = publicKey.getEncoded();
        int first = contentOffset(encoded, 0);
        int content = contentOffset(encoded, first);
        int length = lengthAt(encoded, first);
        byte[] algorithm = new byte[content - first + length];
        System.arraycopy(encoded, first, algorithm, 0, algorithm.length);
        return algorithm;
    }

    private static int contentOffset(byte[] der, int offset) throws InvalidKeySpecException {
        if (der[offset] != SEQUENCE) {
            throw new InvalidKeySpecException("the public key of the certificate is encoded in an unknown way");
        }
        int first = der[offset + 1] & 0xFF;
        return offset + 2 + (first < LONG_LENGTH ? 0 : first - LONG_LENGTH);
    }

    private static int lengthAt(byte[] der, int offset) {
        int first = der[offset + 1] & 0xFF;
        if (first < LONG_LENGTH) {
            return first;
        }
        int length = 0;
        for (int place = 0; place < first - LONG_LENGTH; place++) {
            length = (length << Byte.SIZE) | (der[offset + 2 + place] & 0xFF);
        }
        return length;
    }

    private static byte[] element(int tag, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length < LONG_LENGTH) {
            out.write(content.length);
        } else {
            int bytes = content.length < 1 << Byte.SIZE ? 1 : content.length < 1 << Short.SIZE ? 2 : 3;
            out.write(LONG_LENGTH | bytes);
            for (int shift = (bytes - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
                out.write(content.length >> shift);
            }
        }
        out.writeBytes(content);
        return out.toByteArray();
    }
}
