// SPDX-License-Identifier: Apache-2.0
package io.quorate.faultnet;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.StringJoiner;

/** A program on a host of the network under test: sends and receives numbered datagrams and streams, as its input says. */
final class Probe {
    private static final int PORT = 7000;
    private static final int TIMEOUT_MILLIS = 30_000;

    private final DatagramSocket datagrams;
    private final ServerSocket streams;

    private Probe() throws IOException {
        datagrams = new DatagramSocket(PORT);
        datagrams.setSoTimeout(TIMEOUT_MILLIS);
        streams = new ServerSocket(PORT);
        streams.setSoTimeout(TIMEOUT_MILLIS);
    }

    public static void main(String[] none) throws IOException {
        Probe probe = new Probe();
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ");
            System.out.println(
                    switch (words[0]) {
                        case "send" -> probe.send(words[1], Integer.parseInt(words[2]), Integer.parseInt(words[3]));
                        case "receive" -> probe.receive(Integer.parseInt(words[1]));
                        case "echo" -> probe.echo(Integer.parseInt(words[1]));
                        case "round-trip" -> probe.roundTrip(words[1], Integer.parseInt(words[2]));
                        case "stream-to" -> probe.streamTo(words[1], Integer.parseInt(words[2]));
                        case "stream" -> probe.stream(Integer.parseInt(words[1]));
                        default -> throw new IllegalArgumentException(line);
                    });
        }
    }

    /** Numbers from 0, each in a datagram of this size. */
    private String send(String address, int count, int size) throws IOException {
        for (int number = 0; number < count; number++) {
            byte[] bytes = ByteBuffer.allocate(size).putInt(number).array();
            datagrams.send(new DatagramPacket(bytes, size, InetAddress.getByName(address), PORT));
        }
        return "sent";
    }

    private String receive(int count) throws IOException {
        StringJoiner numbers = new StringJoiner(" ");
        DatagramPacket packet = new DatagramPacket(new byte[2_000], 2_000);
        for (int index = 0; index < count; index++) {
            datagrams.receive(packet);
            numbers.add(String.valueOf(ByteBuffer.wrap(packet.getData()).getInt()));
        }
        return numbers.toString();
    }

    private String echo(int count) throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[2_000], 2_000);
        for (int index = 0; index < count; index++) {
            datagrams.receive(packet);
            datagrams.send(packet);
        }
        return "echoed";
    }

    /** The shortest of so many, in nanoseconds. */
    private String roundTrip(String address, int count) throws IOException {
        long shortest = Long.MAX_VALUE;
        for (int index = 0; index < count; index++) {
            long before = System.nanoTime();
            send(address, 1, 100);
            receive(1);
            shortest = Math.min(shortest, System.nanoTime() - before);
        }
        return String.valueOf(shortest);
    }

    private String streamTo(String address, int bytes) throws IOException {
        byte[] content = content(bytes);
        try (Socket socket = new Socket(address, PORT)) {
            socket.getOutputStream().write(content);
        }
        return "streamed";
    }

    private String stream(int bytes) throws IOException {
        try (Socket socket = streams.accept()) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            byte[] content = new DataInputStream(socket.getInputStream()).readNBytes(bytes);
            return Arrays.equals(content, content(bytes)) ? "intact" : "damaged";
        }
    }

    private static byte[] content(int length) {
        byte[] bytes = new byte[length];
        for (int index = 0; index < length; index++) {
            bytes[index] = (byte) (index * 31 + index / 251);
        }
        return bytes;
    }
}
