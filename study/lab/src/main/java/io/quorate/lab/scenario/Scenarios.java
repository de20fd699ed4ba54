// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.scenario;

import io.quorate.core.lock.Protocols;
import io.quorate.core.model.Suggestion;
import io.quorate.lab.kit.Kit;
import io.quorate.lab.kit.Kits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The scenarios that kits bring, in a folder or in a jar. */
public final class Scenarios {
    private static final String ENDING = ".scn";

    private Scenarios() {}

    /** The scenarios of a kit: their texts by their names, as in {@code quorumlock/alone}. */
    public static SortedMap<String, String> of(Kit kit) {
        return kit.scenarios().map(folder -> read(kit.protocol(), folder)).orElseGet(TreeMap::new);
    }

    /** The text of one scenario, by its name; an unknown one is refused with a suggestion. */
    public static String text(String name) {
        String protocol = name.substring(0, Math.max(0, name.indexOf('/')));
        SortedMap<String, String> all = of(Kits.of(Protocols.named(protocol)));
        String text = all.get(name);
        if (text == null) {
            throw Suggestion.unknown("scenario", name, List.copyOf(all.keySet()));
        }
        return text;
    }

    private static SortedMap<String, String> read(String protocol, URL folder) {
        try {
            URI place = folder.toURI();
            if (!place.getScheme().equals("jar")) {
                return below(Path.of(place), protocol);
            }
            String[] jarAndFolder = place.toString().substring("jar:".length()).split("!", 2);
            try (FileSystem jar = FileSystems.newFileSystem(Path.of(URI.create(jarAndFolder[0])))) {
                return below(jar.getPath(jarAndFolder[1]), protocol);
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Cannot read the scenarios in " + folder, unreadable);
        } catch (URISyntaxException wrong) {
            throw new IllegalArgumentException(
                    "The kit of " + protocol + " names no folder of scenarios, but " + folder + ".", wrong);
        }
    }

    private static SortedMap<String, String> below(Path folder, String protocol) throws IOException {
        SortedMap<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = String.valueOf(file.getFileName());
                if (name.endsWith(ENDING)) {
                    texts.put(
                            protocol + "/" + name.substring(0, name.length() - ENDING.length()),
                            Files.readString(file));
                }
            }
        }
        return texts;
    }
}
