// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.keep;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One document in a file: whole or not at all. */
public final class JsonFile<T> {
    private static final Gson GSON =
            new GsonBuilder().disableHtmlEscaping().setPrettyPrinting().create();

    private final Path file;
    private final Class<T> type;

    /** @param type a record that refuses to be made if something is missing */
    public JsonFile(Path file, Class<T> type) {
        this.file = file;
        this.type = type;
    }

    public Path path() {
        return file;
    }

    /**
     * The content; empty if there is no file, or one that cannot be read.
     *
     * @param notices is told why a file that is there cannot be used
     */
    public Optional<T> read(Consumer<String> notices) throws IOException {
        return Files.exists(file) ? Optional.ofNullable(parse(Files.readString(file), notices)) : Optional.empty();
    }

    private @Nullable T parse(String text, Consumer<String> notices) {
        String why = "it is empty";
        try {
            T document = GSON.fromJson(text, type);
            if (document != null) {
                return document;
            }
        } catch (RuntimeException damaged) {
            // Gson's own, and whatever the records of a document refuse.
            why = String.valueOf(damaged.getMessage());
        }
        notices.accept(file + " is damaged, and is not used: "
                + why.lines().findFirst().orElse("") + ".");
        return null;
    }

    /** Writes the file into an existing folder, atomically: concurrent readers see the previous content. */
    public void write(T document) throws IOException {
        Path part = Files.createTempFile(file.toAbsolutePath().getParent(), file.getFileName() + ".", ".part");
        try {
            Files.writeString(part, GSON.toJson(document));
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
