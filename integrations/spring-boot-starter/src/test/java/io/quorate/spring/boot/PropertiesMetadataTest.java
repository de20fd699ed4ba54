// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.LocksConfig;
import java.beans.IntrospectionException;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.boot.json.JsonParserFactory;

/** What IDEs and the page say about the properties is what the program reads. */
final class PropertiesMetadataTest {
    private static final Path PAGE = Path.of("../../docs/use/spring-boot.md");

    @Test
    void theMetadataListsEveryPropertyWithItsType() throws Exception {
        Map<String, String> fromClass = new TreeMap<>();
        addProperties("quorate", QuorateProperties.class, fromClass);
        Map<String, String> fromMetadata = new TreeMap<>();
        metadata().forEach(entry -> {
            fromMetadata.put((String) entry.get("name"), (String) entry.get("type"));
            assertThat((String) entry.get("description")).as("%s", entry).endsWith(".");
        });
        assertThat(fromMetadata).isEqualTo(fromClass);
    }

    @Test
    void thePageListsEveryProperty() throws Exception {
        String page = Files.readString(PAGE);
        assertThat(metadata()).allSatisfy(entry -> assertThat(page).contains("`" + entry.get("name") + "`"));
    }

    @Test
    void theUsualValuesAreThoseOfTheLibrary() {
        LocksConfig usual = LocksConfig.of("a=localhost:1");
        Map<String, Object> values = new TreeMap<>();
        metadata()
                .filter(entry -> entry.containsKey("defaultValue"))
                .forEach(entry -> values.put((String) entry.get("name"), entry.get("defaultValue")));
        assertThat(duration(values, "quorate.lease")).isEqualTo(usual.lease());
        assertThat(duration(values, "quorate.warn-open-after")).isEqualTo(usual.warnOpenAfter());
        assertThat(duration(values, "quorate.shutdown-grace")).isEqualTo(usual.shutdownGrace());
        assertThat(duration(values, "quorate.timeouts.suspect-after")).isEqualTo(usual.suspectAfter());
        assertThat(duration(values, "quorate.timeouts.unavailable-after")).isEqualTo(usual.unavailableAfter());
        assertThat(duration(values, "quorate.timeouts.attempt")).isEqualTo(usual.attemptTimeout());
        assertThat(duration(values, "quorate.timeouts.describe")).isEqualTo(usual.describeTimeout());
        assertThat(values)
                .containsEntry("quorate.cluster", usual.cluster())
                .containsEntry("quorate.spare-votes", usual.spareVotes())
                .containsEntry("quorate.trace-holds", usual.traceHolds());
    }

    private static Duration duration(Map<String, Object> values, String name) {
        return DurationStyle.detectAndParse(String.valueOf(values.get(name)));
    }

    private static Stream<Map<String, Object>> metadata() {
        try (var file = QuorateProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            Map<String, Object> all = JsonParserFactory.getJsonParser()
                    .parseMap(new String(file.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
            @SuppressWarnings("unchecked") // a list of objects
            List<Map<String, Object>> properties = (List<Map<String, Object>>) all.get("properties");
            return properties.stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static void addProperties(String prefix, Class<?> type, Map<String, String> found)
            throws IntrospectionException {
        for (PropertyDescriptor property :
                Introspector.getBeanInfo(type, Object.class).getPropertyDescriptors()) {
            String name = prefix + "."
                    + property.getName().replaceAll("([A-Z])", "-$1").toLowerCase(java.util.Locale.ROOT);
            if (property.getWriteMethod() == null) {
                addProperties(name, property.getPropertyType(), found);
            } else {
                Class<?> value = property.getPropertyType();
                found.put(
                        name,
                        value == List.class
                                ? "java.util.List<java.lang.String>"
                                : value == boolean.class ? Boolean.class.getName() : value.getName());
            }
        }
        assertThat(new TreeSet<>(found.keySet())).isNotEmpty();
    }
}
