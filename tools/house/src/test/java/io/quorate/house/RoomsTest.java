// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The size of rooms. A room is a package of main sources; config/rooms lists those that may have more files than others. */
final class RoomsTest {
    private static final int FILES_MAX = 15;

    /** A line of config/rooms. */
    private record RoomLimit(int limit, String reason) {}

    @Test
    void noRoomHasMoreFilesThanAReaderCanKeepInMind() {
        Map<String, Integer> sizes = sizes();
        Map<String, RoomLimit> exceptions = exceptions();
        List<String> large = sizes.keySet().stream()
                .filter(room -> sizes.get(room) > FILES_MAX)
                .sorted(Comparator.comparing(sizes::get).reversed())
                .toList();
        List<String> table = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (String room : large) {
            RoomLimit exception = exceptions.getOrDefault(room, new RoomLimit(FILES_MAX, "no reason given"));
            table.add(String.format(
                    Locale.ROOT,
                    "%4d files of %2d  %-45s %s",
                    sizes.get(room),
                    exception.limit,
                    room,
                    exception.reason));
            if (sizes.get(room) > exception.limit) {
                wrong.add(room + " has " + sizes.get(room) + " files, " + exception.limit
                        + " are allowed: divide it, or give a reason in config/rooms");
            }
        }
        exceptions.keySet().stream()
                .filter(room -> !large.contains(room))
                .forEach(room -> wrong.add(room + " needs no line in config/rooms any more"));
        table.forEach(
                line -> System.out.println("[INFO] room with more than " + FILES_MAX + " files: " + line.strip()));
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyRoomSaysWhatItIsFor() {
        assertThat(Repository.rooms().values())
                .allSatisfy(folder ->
                        assertThat(folder.resolve("package-info.java")).exists());
    }

    private static Map<String, Integer> sizes() {
        Map<String, Integer> sizes = new TreeMap<>();
        Repository.rooms()
                .forEach((room, folder) -> sizes.put(room, (int) Repository.javaFiles(folder).stream()
                        .filter(file -> folder.equals(file.getParent()))
                        .filter(file -> !Repository.nameOf(file).equals("package-info.java"))
                        .count()));
        return sizes;
    }

    private static Map<String, RoomLimit> exceptions() {
        Map<String, RoomLimit> exceptions = new TreeMap<>();
        Repository.read(Repository.ROOT.resolve("config/rooms"))
                .orElseThrow()
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .forEach(line -> {
                    String[] words = line.split("\\s+", 3);
                    assertThat(words)
                            .as("config/rooms: room, limit, reason: %s", line)
                            .hasSize(3);
                    exceptions.put(words[0], new RoomLimit(Integer.parseInt(words[1]), words[2]));
                });
        return exceptions;
    }
}
