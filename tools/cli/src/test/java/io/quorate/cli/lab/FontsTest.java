// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cli.console.CommandFailure;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A machine without fonts, such as the image for containers, is told what to do. */
final class FontsTest {
    private static Supplier<String[]> failing(Error error) {
        return () -> {
            throw error;
        };
    }

    static Stream<Supplier<String[]>> machinesWithoutFonts() {
        return Stream.of(
                () -> new String[0],
                failing(new InternalError("Fontconfig head is null, check your fonts or fonts configuration")),
                failing(new NoClassDefFoundError("Could not initialize class sun.awt.X11FontManager")),
                failing(new UnsatisfiedLinkError("libfreetype.so.6: cannot open shared object file")),
                () -> {
                    throw new NullPointerException("head");
                });
    }

    @ParameterizedTest
    @MethodSource("machinesWithoutFonts")
    void aMachineWithoutFontsIsToldWhatToDo(Supplier<String[]> fonts) {
        assertThatThrownBy(() -> ChartFile.requireFonts(fonts))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("apt install fontconfig")
                .hasMessageContaining("the image for containers has no fonts");
        assertThatCode(() -> ChartFile.requireFonts(() -> new String[] {"DejaVu Sans"}))
                .doesNotThrowAnyException();
    }
}
