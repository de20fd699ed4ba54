// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum.systems;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The axioms of a field, for every order that planes of usual size need. */
class GaloisFieldTest {
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32, 49, 64, 81})
    void theAxiomsHold(int order) {
        GaloisField field = new GaloisField(order);
        assertThat(field.order()).isEqualTo(order);
        for (int a = 0; a < order; a++) {
            if (field.add(a, 0) != a || field.multiply(a, 1) != a || field.add(a, field.negate(a)) != 0) {
                throw new AssertionError("neutral elements and opposites of " + a);
            }
            if (a > 0 && field.multiply(a, field.inverse(a)) != 1) {
                throw new AssertionError("inverse of " + a);
            }
            for (int b = 0; b < order; b++) {
                assertPair(field, a, b);
            }
        }
    }

    private static void assertPair(GaloisField field, int a, int b) {
        int sum = field.add(a, b);
        int product = field.multiply(a, b);
        boolean inside = sum >= 0 && sum < field.order() && product >= 0 && product < field.order();
        if (!inside || sum != field.add(b, a) || product != field.multiply(b, a)) {
            throw new AssertionError("commutative and closed: " + a + " and " + b);
        }
        for (int c = 0; c < field.order(); c++) {
            boolean associative = field.add(sum, c) == field.add(a, field.add(b, c))
                    && field.multiply(product, c) == field.multiply(a, field.multiply(b, c));
            boolean distributive = field.multiply(a, field.add(b, c)) == field.add(product, field.multiply(a, c));
            if (!associative || !distributive) {
                throw new AssertionError("associative and distributive: " + a + ", " + b + " and " + c);
            }
        }
    }

    @Test
    void theFieldOfFourIsNotArithmeticModuloFour() {
        GaloisField field = new GaloisField(4);
        assertThat(field.add(1, 1)).isZero();
        assertThat(field.multiply(2, 2)).isEqualTo(3);
        assertThat(field.multiply(2, 3)).isOne();
    }

    @Test
    void zeroHasNoInverse() {
        assertThatThrownBy(() -> new GaloisField(5).inverse(0)).hasMessageContaining("0 has no inverse");
    }

    @Test
    void thePowersOfPrimesAreKnown() {
        assertThat(IntStream.rangeClosed(-1, 33).filter(GaloisField::isPrimePower))
                .containsExactly(2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32);
        assertThat(List.of(101, 121, 125, 128, 243, 256, 1021)).allMatch(GaloisField::isPrimePower);
    }

    @ParameterizedTest
    @ValueSource(ints = {-4, 0, 1, 6, 10, 12, 14, 15, 18, 20, 24, 36, 100})
    void otherOrdersAreRefused(int order) {
        assertThatThrownBy(() -> new GaloisField(order))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("p^m elements for a prime p; " + order + " is not");
    }
}
