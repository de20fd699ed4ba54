// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Asks what listens on a port of this machine. */
final class Ports {
    private static final int TIMEOUT_MILLIS = 500;

    private Ports() {}

    /** Sends a word and gives all that comes back; nothing if nobody answers. */
    static String ask(int port, String word) {
        try (Socket socket = connect(port)) {
            socket.getOutputStream().write(word.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException nobodyThere) {
            return "";
        }
    }

    static void awaitOpen(int port, Duration timeout) throws IOException, InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (!isOpen(port)) {
            if (System.nanoTime() - end > 0) {
                throw new IOException("Nobody listens on port " + port + " after " + timeout.toSeconds() + " s.");
            }
            Thread.sleep(20);
        }
    }

    private static boolean isOpen(int port) {
        try {
            connect(port).close();
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return socket;
    }
}
