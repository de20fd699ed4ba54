// SPDX-License-Identifier: Apache-2.0
package io.quorate.server;

/** A cluster with a server in a process of its own, so that a test can kill it. */
final class ServedProcess {
    private ServedProcess() {}

    @SuppressWarnings("SystemOut") // read by the test
    public static void main(String[] arguments) throws InterruptedException {
        try (ServedCluster cluster = new ServedCluster()) {
            System.out.println("port=" + cluster.server.address().getPort());
            Thread.currentThread().join();
        }
    }
}
