// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.arbitraries.StringArbitrary;

/** What holds for every document. */
final class JsonLawsTest {
    /** Without half characters: a document has none. */
    private static StringArbitrary texts() {
        return Arbitraries.strings().withCharRange('\0', '\ud7ff').ofMaxLength(20);
    }

    @Provide
    Arbitrary<Object> documents() {
        Arbitrary<Object> leaves = Arbitraries.oneOf(
                texts().asGeneric(),
                Arbitraries.longs().asGeneric(),
                Arbitraries.doubles().asGeneric(),
                Arbitraries.of(true, false).asGeneric());
        return Arbitraries.recursive(
                () -> leaves,
                inner -> Arbitraries.oneOf(
                        inner.list().ofMaxSize(4).asGeneric(),
                        Arbitraries.maps(texts(), inner).ofMaxSize(4).asGeneric()),
                0,
                3);
    }

    @Property(tries = 200)
    void whatIsWrittenIsReadAgain(@ForAll("documents") Object document) throws Exception {
        assertThat(JsonReader.read(JsonWriter.write(document).getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(document);
    }
}
