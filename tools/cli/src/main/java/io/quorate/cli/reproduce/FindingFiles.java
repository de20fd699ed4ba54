// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.reproduce;

import io.quorate.cli.keep.JsonFile;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Scale;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The findings, a file for each item: written as soon as it is known, and whole or not at all. A quick run and a full one have folders of
 * their own, so that neither loses what the other has found.
 */
final class FindingFiles {
    private final Path folder;
    private final Scale scale;
    private final String code;

    /** @param code which code findings must be of */
    FindingFiles(Path reportFolder, Scale scale, String code) {
        this.folder = reportFolder.resolve("items").resolve(scale.name().toLowerCase(Locale.ROOT));
        this.scale = scale;
        this.code = code;
    }

    Scale scale() {
        return scale;
    }

    String code() {
        return code;
    }

    /** To be called before any work is done: without a place for the findings there is no reason to begin. */
    void prepare() throws IOException {
        Files.createDirectories(folder);
    }

    Path fileOf(Item item) {
        return jsonOf(item).path();
    }

    private JsonFile<Measured> jsonOf(Item item) {
        return new JsonFile<>(folder.resolve(item.name() + ".json"), Measured.class);
    }

    /**
     * The finding of the same code, if there is one.
     *
     * @param notices is told why a file that is there cannot be used
     */
    Optional<Measured> read(Item item, Consumer<String> notices) throws IOException {
        return jsonOf(item).read(notices).filter(measured -> isOf(item, measured, notices));
    }

    private boolean isOf(Item item, Measured measured, Consumer<String> notices) {
        if (!measured.isOf(item, scale)) {
            notices.accept(fileOf(item) + " is about something else (" + measured.item() + ", " + measured.scale()
                    + "), and is not used.");
            return false;
        }
        if (!measured.code().equals(code)) {
            notices.accept(item.name() + " was measured by another build of this program; that is not used.");
            return false;
        }
        return true;
    }

    /** Puts it into its file. */
    void write(Item item, Measured measured) throws IOException {
        jsonOf(item).write(measured);
    }
}
