package io.quorate.cli.reproduce;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.quorate.lab.reproduce.Item;
import io.quorate.lab.reproduce.Scale;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What was found, a file for each item: as soon as it is there, and whole or not at all. A quick run and a full one have folders of
 * their own, so that neither loses what the other has found.
 */
final class FindingFiles {
    private static final Gson GSON =
            new GsonBuilder().disableHtmlEscaping().setPrettyPrinting().create();

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

    /** To be called before any work is done: whoever cannot keep what was found need not begin. */
    void prepare() throws IOException {
        Files.createDirectories(folder);
    }

    Path fileOf(Item item) {
        return folder.resolve(item.name() + ".json");
    }

    /**
     * What was found by the same code, if it is there.
     *
     * @param notices is told why a file that is there cannot be used
     */
    Optional<Measured> read(Item item, Consumer<String> notices) throws IOException {
        Path file = fileOf(item);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Measured measured = parse(Files.readString(file), file, notices);
        if (measured == null) {
            return Optional.empty();
        }
        if (!measured.isOf(item, scale)) {
            notices.accept(file + " is about something else (" + measured.item() + ", " + measured.scale()
                    + "), and is not used.");
            return Optional.empty();
        }
        if (!measured.code().equals(code)) {
            notices.accept(item.name() + " was measured by another build of this program; that is not used.");
            return Optional.empty();
        }
        return Optional.of(measured);
    }

    private static @Nullable Measured parse(String text, Path file, Consumer<String> notices) {
        String why = "it is empty";
        try {
            Measured measured = GSON.fromJson(text, Measured.class);
            if (measured != null) {
                return measured;
            }
        } catch (RuntimeException damaged) {
            // Gson's own, and whatever the records of a finding refuse.
            why = String.valueOf(damaged.getMessage());
        }
        notices.accept(file + " is damaged, and is not used: "
                + why.lines().findFirst().orElse("") + ".");
        return null;
    }

    /** Puts it into its file; whoever reads meanwhile sees what was there before. */
    void write(Item item, Measured measured) throws IOException {
        Path part = Files.createTempFile(folder, item.name() + ".", ".part");
        try {
            Files.writeString(part, GSON.toJson(measured));
            Files.move(part, fileOf(item), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
