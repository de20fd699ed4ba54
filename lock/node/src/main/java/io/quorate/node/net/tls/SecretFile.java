// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.tls;

import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/** Warns of a file with a secret that others may read. */
public final class SecretFile {
    private SecretFile() {}

    /**
     * Says so in this log. The group may read a file that belongs to somebody else than this process: Kubernetes gives secrets to processes
     * that are not root in this way ({@code fsGroup}), and they could not read it otherwise.
     */
    public static void warnIfOthersMayRead(Path file, EventLog log) {
        try {
            Set<PosixFilePermission> granted = Files.getPosixFilePermissions(file);
            if (granted.contains(PosixFilePermission.OTHERS_READ)
                    || (granted.contains(PosixFilePermission.GROUP_READ) && isOfThisProcess(file))) {
                log.say(LogEvent.KEY_READABLE, file);
            }
        } catch (IOException | UnsupportedOperationException noSuchThingHere) {
            log.sayWith(LogEvent.KEY_RIGHTS_UNKNOWN, noSuchThingHere, file);
        }
    }

    private static boolean isOfThisProcess(Path file) throws IOException {
        return Files.getOwner(file).getName().equals(System.getProperty("user.name"));
    }
}
