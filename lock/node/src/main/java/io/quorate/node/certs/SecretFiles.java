// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.certs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Files of a directory that only their owner can read, where the file system knows of such things. Each appears whole. */
final class SecretFiles {
    private final Path directory;

    SecretFiles(Path directory) {
        this.directory = directory;
    }

    Path file(String name) {
        return directory.resolve(name);
    }

    void create() throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, onlyFor("rwx------"));
        }
    }

    void write(String name, String text) throws IOException {
        write(name, text.getBytes(StandardCharsets.US_ASCII));
    }

    void write(String name, byte[] content) throws IOException {
        Path part = temporary(content);
        try {
            Files.move(part, file(name), StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Writes a file with this content beside the others; the caller deletes it. */
    Path temporary(byte[] content) throws IOException {
        Path made = Files.createTempFile(directory, ".part-", "", onlyFor("rw-------"));
        Files.write(made, content);
        return made;
    }

    private static FileAttribute<?>[] onlyFor(String owner) {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(owner))}
                : new FileAttribute<?>[0];
    }
}
