// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.gallery;

import io.quorate.lab.kit.Kits;
import io.quorate.lab.scenario.Scenarios;
import io.quorate.trace.page.TracePage;
import io.quorate.trace.page.TracePage.Collection.Link;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every scenario as a page, and an index: a folder of plain files for any web server, or for a double click. */
public final class Gallery {
    /** The page to open first. */
    public static final String INDEX = "index.html";

    private final Map<String, String> files = new LinkedHashMap<>();
    private final List<Exhibit> exhibits;

    private Gallery(List<Exhibit> exhibits) {
        this.exhibits = exhibits;
        files.put(INDEX, GalleryIndex.of(exhibits));
        files.put(GalleryIndex.STYLE_FILE, GalleryIndex.style());
        files.put(GalleryIndex.SCRIPT_FILE, GalleryIndex.script());
        files.put(TracePage.STYLE_FILE, TracePage.style());
        files.put(TracePage.SCRIPT_FILE, TracePage.script());
        for (int place = 0; place < exhibits.size(); place++) {
            files.put(exhibits.get(place).address(), page(place));
        }
    }

    /** Plays all scenarios of all kits. */
    public static Gallery ofAllScenarios() {
        List<Exhibit> exhibits = new ArrayList<>();
        Kits.all().forEach(kit -> Scenarios.of(kit).forEach((name, text) -> exhibits.add(Exhibit.of(name, text))));
        exhibits.sort(Comparator.comparing(Exhibit::hall).thenComparing(Exhibit::place));
        return new Gallery(List.copyOf(exhibits));
    }

    private String page(int place) {
        Exhibit exhibit = exhibits.get(place);
        List<Link> links = new ArrayList<>();
        links.add(new Link("../" + INDEX + "#" + exhibit.hall().word(), "All runs"));
        if (place > 0) {
            links.add(link("Before: ", exhibits.get(place - 1)));
        }
        if (place + 1 < exhibits.size()) {
            links.add(link("Next: ", exhibits.get(place + 1)));
        }
        String where = exhibit.place().text();
        return TracePage.of(
                exhibit.diagram(),
                exhibit.heading(),
                exhibit.about() + " (" + exhibit.protocol()
                        + (exhibit.variant().isEmpty() ? "" : ", " + exhibit.variant())
                        + (where.isEmpty() ? "" : ", " + where) + ")",
                new TracePage.Collection("../", links));
    }

    private static Link link(String word, Exhibit exhibit) {
        return new Link("../" + exhibit.address(), word + exhibit.heading());
    }

    /** How many runs there are. */
    public int runs() {
        return exhibits.size();
    }

    List<Exhibit> exhibits() {
        return exhibits;
    }

    /** The texts of all files, by their paths from the folder of the gallery. */
    public Map<String, String> files() {
        return Map.copyOf(files);
    }

    /** Writes it into a folder, which is made if need be; the number of bytes written. */
    public long write(Path folder) throws IOException {
        long bytes = 0;
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.toAbsolutePath().getParent());
            Files.writeString(path, file.getValue());
            bytes += Files.size(path);
        }
        return bytes;
    }
}
