// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Keys are numbers on a ring, and words of digits. */
final class KeyTest {
    private static final BigInteger RING = BigInteger.ONE.shiftLeft(Key.BITS);

    /** Any two longs; the low half is often one that lies at an edge. */
    @Provide
    Arbitrary<Key> keys() {
        return Combinators.combine(Arbitraries.longs(), Arbitraries.longs()).as(Key::new);
    }

    private static BigInteger number(Key key) {
        return new BigInteger(key.toString(), 16);
    }

    @Property
    void distancesAreThoseOfNumbersOnARing(@ForAll("keys") Key one, @ForAll("keys") Key other) {
        BigInteger clockwise = number(other).subtract(number(one)).mod(RING);
        assertThat(number(one.clockwiseTo(other))).isEqualTo(clockwise);
        assertThat(number(one.distanceTo(other)))
                .isEqualTo(clockwise.min(RING.subtract(clockwise).mod(RING)));
        assertThat(one.distanceTo(other)).isEqualTo(other.distanceTo(one));
        assertThat(one.compareTo(other)).isEqualTo(number(one).compareTo(number(other)));
    }

    @Property
    void ofTwoKeysJustOneIsNearer(@ForAll("keys") Key to, @ForAll("keys") Key one, @ForAll("keys") Key other) {
        assertThat(to.isNearer(one, other) ^ to.isNearer(other, one)).isEqualTo(!one.equals(other));
    }

    @Test
    void ofTwoKeysEquallyFarAwayTheOneClockwiseIsNearer() {
        Key middle = new Key(0, 0);
        Key after = new Key(0, 5);
        Key before = new Key(-1, -5);
        assertThat(middle.distanceTo(after)).isEqualTo(middle.distanceTo(before));
        assertThat(middle.isNearer(after, before)).isTrue();
        assertThat(middle.isNearer(before, after)).isFalse();
    }

    @Property
    void digitsAreThoseOfTheHexadecimalNumber(@ForAll("keys") Key key, @ForAll("keys") Key other) {
        String text = key.toString();
        int common = 0;
        for (int place = 0; place < 32; place++) {
            assertThat(key.digit(place, 4)).isEqualTo(Character.digit(text.charAt(place), 16));
            common += common == place && text.charAt(place) == other.toString().charAt(place) ? 1 : 0;
        }
        assertThat(key.commonDigits(other, 4)).isEqualTo(common);
        assertThat(key.commonDigits(key, 4)).isEqualTo(32);
        assertThat(key.digit(0, 8)).isEqualTo(16 * key.digit(0, 4) + key.digit(1, 4));
    }

    @Test
    void keysOfNodesAndNamesAreDifferentAndEvenlySpread() {
        int[] byFirstDigit = new int[16];
        TreeSet<Key> all = new TreeSet<>();
        for (int number = 0; number < 8_000; number++) {
            for (Key key : new Key[] {Key.of(NodeId.of(number)), Key.of("orders/" + number)}) {
                all.add(key);
                byFirstDigit[key.digit(0, 4)]++;
                assertThat(key.digit(31, 4)).isBetween(0, 15);
            }
        }
        assertThat(all).hasSize(16_000);
        assertThat(Arrays.stream(byFirstDigit).boxed())
                .allSatisfy(count -> assertThat(count).isBetween(850, 1150));
    }

    /** Nodes of different versions must find the same owners. */
    @Test
    void keysStayTheSameInEveryVersion() {
        assertThat(Key.of(NodeId.of(0))).hasToString("1ac046dda8e86e2a32faa281e87a0961");
        assertThat(Key.of("orders/42")).hasToString("2c10114ff3d9257dbe3c7e57eeb55b81");
        assertThat(Key.of("orders/42")).isNotEqualTo(Key.of("orders/24"));
        assertThat(Key.of("")).isNotEqualTo(Key.of("\0"));
    }
}
