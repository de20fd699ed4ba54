// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.gallery;

import io.quorate.reproduce.Table;
import io.quorate.trace.svg.Svg;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The index of the gallery: by paper and section, with a search field. Without its script it is still the whole list. */
final class GalleryIndex {
    static final String STYLE_FILE = "gallery.css";
    static final String SCRIPT_FILE = "gallery.js";

    private final List<Exhibit> exhibits;
    private final Svg html = new Svg();

    private GalleryIndex(List<Exhibit> exhibits) {
        this.exhibits = exhibits;
    }

    /** The text of the page. */
    static String of(List<Exhibit> exhibits) {
        return new GalleryIndex(exhibits).write();
    }

    static String style() {
        return Table.text(GalleryIndex.class, STYLE_FILE);
    }

    static String script() {
        return Table.text(GalleryIndex.class, SCRIPT_FILE);
    }

    private String write() {
        html.raw("<!DOCTYPE html>");
        html.raw("<html lang=\"en\"><head><meta charset=\"utf-8\">");
        html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        html.add("<title>Gallery of runs</title><link rel=\"stylesheet\" href=\"%\"></head><body>", STYLE_FILE);
        writeHeader();
        html.raw("<main>");
        halls().forEach(this::writeHall);
        html.raw("<p id=\"nothing\" hidden>No run fits. Take a word or a choice away.</p></main>");
        html.add("<script src=\"%\"></script></body></html>", SCRIPT_FILE);
        return html.toString();
    }

    private Map<Hall, List<Exhibit>> halls() {
        return exhibits.stream().collect(Collectors.groupingBy(Exhibit::hall, LinkedHashMap::new, Collectors.toList()));
    }

    private void writeHeader() {
        html.raw("<header><h1>Gallery of runs</h1>");
        html.add(
                "<p>% runs of % protocols, to step through with the arrow keys: one for each rule, example and fault that"
                        + " the papers or this project are about. Each was played by the code that the model checker explores.</p>",
                exhibits.size(),
                exhibits.stream().map(Exhibit::protocol).distinct().count());
        html.raw("<form role=\"search\"><label class=\"wide\">Search <input type=\"search\" id=\"words\""
                + " placeholder=\"deadlock, R4, E-M1, figure …\" autocomplete=\"off\"></label>");
        writeChoice(
                "protocol",
                "Protocol",
                exhibits.stream().map(Exhibit::protocol).distinct().toList());
        writeChoice(
                "rule",
                "Rule",
                exhibits.stream()
                        .flatMap(each -> each.rules().stream())
                        .collect(Collectors.toCollection(TreeSet::new)));
        writeChoice(
                "shows",
                "Shows",
                Arrays.stream(Shows.values()).map(Shows::words).toList());
        html.raw("<output id=\"count\"></output></form><nav>");
        halls().keySet().forEach(hall -> html.add("<a href=\"#%\">%</a>", hall.word(), hall.title()));
        html.raw("</nav></header>");
    }

    private void writeChoice(String id, String label, Collection<String> values) {
        html.add("<label>% <select id=\"%\"><option value=\"\">all</option>", label, id);
        values.forEach(value -> html.add("<option>%</option>", value));
        html.raw("</select></label>");
    }

    private void writeHall(Hall hall, List<Exhibit> its) {
        html.add("<section class=\"hall\" id=\"%\"><h2>%</h2>", hall.word(), hall.title());
        Map<Place, List<Exhibit>> places =
                its.stream().collect(Collectors.groupingBy(Exhibit::place, TreeMap::new, Collectors.toList()));
        if (hall.paper().isEmpty()) {
            places = Map.of();
            Map<String, List<Exhibit>> byProtocol = its.stream()
                    .collect(Collectors.groupingBy(Exhibit::protocol, LinkedHashMap::new, Collectors.toList()));
            byProtocol.forEach((protocol, some) -> writeGroup(byProtocol.size() == 1 ? "" : protocol, some));
        }
        places.forEach((place, some) -> writeGroup(place.text(), some));
        html.raw("</section>");
    }

    private void writeGroup(String title, List<Exhibit> some) {
        html.raw("<section class=\"group\">");
        if (!title.isEmpty()) {
            html.add("<h3>%</h3>", title);
        }
        html.raw("<ul>");
        some.forEach(this::writeExhibit);
        html.raw("</ul></section>");
    }

    private void writeExhibit(Exhibit each) {
        Shows shows = each.shows();
        html.add(
                "<li data-protocol=\"%\" data-shows=\"%\" data-rules=\"%\"><a href=\"%\">%</a>"
                        + " <span class=\"shows %\">%</span><p>%</p><p class=\"facts\">%</p></li>",
                each.protocol(),
                shows.words(),
                String.join(" ", each.rules()),
                each.address(),
                each.heading(),
                shows.word(),
                shows.words(),
                each.about(),
                facts(each));
    }

    private static String facts(Exhibit each) {
        String variant = each.variant().isEmpty() ? "" : ", " + each.variant();
        String rules = each.rules().isEmpty() ? "" : " · " + String.join(" ", each.rules());
        return each.protocol() + variant + " · " + each.diagram().nodes().size() + " nodes · "
                + each.diagram().messages().size() + " messages" + rules;
    }
}
